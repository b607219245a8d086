// Answer the core's requests in a browser: with canvas, plain arithmetic and onnxruntime-web. README.md lists them.

import { compared } from "./compare.js";
import { decodedCrop, encoded } from "./crop-files.js";
import { decoded } from "./decode.js";
import { faceViews } from "./face-views.js";
import { measured } from "./measures.js";
import { classified, detected, embedded, Network, NetworksWorker, workersOfMany } from "./networks.js";
import { shiftsBetween, shrunk } from "./picture-shift.js";
import { part, shrunkTo } from "./pixels.js";
import { inksMeasured, opened, printFound, printRead, stripsCut } from "./print.js";
import { rectify } from "./rectify.js";

/**
 * Open a host in a worker.
 *
 * @param {{begin: () => Worker, colours: {detector: Colour, classifier: Colour, upright: Colour, printFinder: Colour, printReader: Colour}}} options
 *   `begin` returns a new worker in which `answerNetworks` runs. `Colour` is a function that returns the channel order
 *   of the network's input, "rgb" or "bgr", or a promise of it.
 */
export function openHost({ begin, colours }) {
  const workers = Array.from({ length: workersOfMany() }, () => new NetworksWorker(begin));
  const network = (name, by) => new Network(by, name, colours[name]);
  const classifier = network("classifier", workers);
  // The network for upright faces reads all faces of a picture together, so two workers cannot share them.
  const upright = network("upright", [workers[0]]);
  const [detector, printFinder, printReader] = ["detector", "printFinder", "printReader"].map((name) => network(name, [workers[0]]));
  // A phone that lost its connection before it could fetch the network for upright faces uses the classifier for them.
  const ofUpright = () => upright.open().then(() => upright, () => classifier);
  const answers = {
    decode: decoded,
    detect: async (request) => {
      const view = viewOf(request);
      return { ...(await detected(detector, view)), view };
    },
    rectify: ({ picture, quads, maps, size, margin }) => rectify(picture, quads, maps, size, margin),
    classify: async (request) => classified(request.upright ? await ofUpright() : classifier, request.crops),
    measure: ({ what, pictures, box }) => (what === "shift" ? shiftsBetween(...pictures) : measured(what, pictures, box)),
    shrink: ({ picture }) => shrunk(picture),
    compare: compared,
    encode: encoded,
    embedViews: ({ crops }) => embedded(classifier, crops.map(faceViews)),
    openPrint: () => opened(printFinder, printReader),
    findPrint: (request) => printFound(printFinder, request),
    readPrint: (request) => printRead(printReader, request),
    measureInk: inksMeasured,
    cutStrip: stripsCut,
  };
  return {
    /** Answer one request; its `kind` names the function. */
    async answer(request) {
      return answers[request.kind](await present(request));
    },
    /** Decode the crop in a picture file of this size; a request may name the returned promise in the crop's place. */
    hold(data, type, size) {
      const crop = decodedCrop(data, type, size);
      crop.catch(() => {}); // the request that uses the crop reports the error
      return crop;
    },
    /** Load the networks that every photo of tiles needs. */
    load: () => Promise.all([detector.open(), classifier.open()]),
    /** Load the networks for tiles, and run those that every photo of tiles needs once: the first run is slow. */
    warm: async () => {
      await Promise.all([detector.warm(1, 384, 288), classifier.warm(14, 128, 160)]);
      await upright.open(); // only uncertain crops need it
    },
    /** Free the networks' memory; the next request that needs a network loads it again. */
    close: () => workers.forEach((worker) => worker.close()),
  };
}

/** Return a request with its crops decoded. */
async function present(request) {
  const found = { ...request };
  for (const name of ["crops", "pictures", "taught"]) {
    if (found[name]) found[name] = await Promise.all(found[name].map((one) => (Array.isArray(one) ? Promise.all(one) : one)));
  }
  return found;
}

/** Return the part of a picture that the detector sees, at the size of its input. */
function viewOf({ picture, box: [x0, y0, x1, y1], halvings, size }) {
  const block = 1 << halvings;
  const [right, bottom] = [x0 + Math.floor((x1 - x0) / block) * block, y0 + Math.floor((y1 - y0) / block) * block];
  return shrunkTo(part(picture, x0, y0, right, bottom), halvings, size);
}
