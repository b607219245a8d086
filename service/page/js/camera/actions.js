// Actions of the photo: take or choose one, open the camera, stop.

import { announce, byId } from "../shared/dom.js";
import { remember } from "../shared/kept-photo.js";
import { freshKey } from "../shared/persistent-store.js";
import { photoText } from "../shared/texts.js";
import { step } from "../rack/history.js";
import { fromScan } from "../rack/from-photo.js";
import { unsure } from "../rack/rack.js";
import { fixActions } from "./fix-photo.js";
import { LiveCamera } from "./live.js";
import { photoReading } from "./photo-request.js";

/** `heard`: read(scan) when a picture has become the rack; unknownSet() when the chosen tile set is gone. */
export function photoActions(store, heard) {
  /** Make a picture and its reading the rack: as a new hand, or as a `change` {text, rack(seen)} of the hand. */
  function read({ upload, look, scan }, change = null) {
    // The dialog of a tile shows the previous rack.
    byId("tile-dialog").close();
    const seen = fromScan(scan);
    const [tiles, aside] = [seen.filter((one) => one.group !== null), seen.filter((one) => one.group === null)];
    const { width, height, issues, model, set } = scan;
    const sent = freshKey();
    const found = { photo: look, scan: { width, height, issues, model, set, sent, count: scan.tiles.length }, aside };
    if (change) {
      step(store, { ...found, laid: false, looked: [], winning: null, evidence: null, lesson: null, ...change.rack(tiles) }, change.text);
    } else {
      store.newHand();
      store.set({ ...found, tiles });
    }
    remember(upload, sent);
    announce(photoText.found(tiles.length, unsure(tiles).length));
    heard.read(scan);
    byId(tiles.length ? "tiles" : "photo").scrollIntoView({ block: "start" });
  }

  /** Show why the camera's pictures were not read. */
  function refused(trouble) {
    store.set({ trouble });
    if (trouble.code === "unknown-set") heard.unknownSet();
  }

  const reading = photoReading(store, { read, unknownSet: heard.unknownSet });
  const camera = new LiveCamera(byId("camera"), { read, photo: reading.photo, trouble: refused, chosen: (id) => store.set({ camera: id }) });
  return {
    ...fixActions(store, reading, read, byId("tile-dialog")),
    photo: reading.photo,
    stopReading: reading.drop,
    camera: () => {
      store.set({ trouble: null });
      camera.open(store.state.set, store.state.camera);
    },
  };
}
