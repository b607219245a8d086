// What a person does about the photo: take or choose one, look through the camera, stop.

import { announce, byId } from "../shared/dom.js";
import { remember } from "../shared/kept-photo.js";
import { photoText } from "../shared/texts.js";
import { fromScan, unsure } from "../rack/rack.js";
import { LiveCamera } from "./live.js";
import { PhotoReading } from "./photo-request.js";

/** `heard`: read(scan) when a picture has become the rack; unknownSet() when the chosen set is gone. */
export function photoActions(store, heard) {
  /** A picture and what was read in it become the rack. */
  function read({ upload, look, scan }) {
    // What the dialog of a tile shows is of the rack before.
    byId("tile-dialog").close();
    remember(upload, scan.width);
    const seen = fromScan(scan);
    const [tiles, aside] = [seen.filter((one) => one.group !== null), seen.filter((one) => one.group === null)];
    store.newHand();
    const { width, height, issues, model, set } = scan;
    store.set({ photo: look, scan: { width, height, issues, model, set }, tiles, aside });
    announce(photoText.found(tiles.length, unsure(tiles).length));
    heard.read(scan);
    byId(tiles.length ? "tiles" : "photo").scrollIntoView({ block: "start" });
  }

  const reading = new PhotoReading(store, { read, unknownSet: heard.unknownSet });
  const photo = (file) => reading.photo(file);
  const camera = new LiveCamera(byId("camera"), { read, photo, trouble: (trouble) => store.set({ trouble }) });
  return {
    photo,
    /** The photo under way, or null. */
    underWay: () => reading.file,
    stopReading: () => reading.drop(),
    camera: () => {
      store.set({ trouble: null });
      camera.open(store.state.set);
    },
  };
}
