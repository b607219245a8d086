// Answer the core's requests with this browser: canvas, plain arithmetic and onnxruntime-web. README.md lists them.

import { compared } from "./compare.js";
import { decodedCrop, encoded } from "./crop-files.js";
import { decoded, taken } from "./decode.js";
import { faceViews } from "./face-views.js";
import { measured } from "./measures.js";
import { classified, detected, embedded, Network, NetworksWorker, workersOfMany } from "./networks.js";
import { shiftsBetween, shrunk } from "./picture-shift.js";
import { halved, overturned, part, resized } from "./pixels.js";
import { inksMeasured, opened, printFound, printRead, stripsCut } from "./print.js";
import { rectify } from "./rectify.js";

/**
 * Open a host in a worker.
 *
 * @param {{begin: () => Worker, colours: {detector: Colour, classifier: Colour, upright: Colour, printFinder: Colour, printReader: Colour}}} options
 *   `begin`: gives a worker in which `answerNetworks` runs. `Colour`: a function that says the order of the channels that the
 *   network takes, "rgb" or "bgr", or promises to.
 */
export function openHost({ begin, colours }) {
  const workers = Array.from({ length: workersOfMany() }, () => new NetworksWorker(begin));
  const network = (name, by) => new Network(by, name, colours[name]);
  const classifier = network("classifier", workers);
  const upright = network("upright", workers);
  const [detector, printFinder, printReader] = ["detector", "printFinder", "printReader"].map((name) => network(name, [workers[0]]));
  // A phone that lost its line before it could fetch the network for upright faces reads them by the one it has.
  const ofUpright = () => upright.open().then(() => upright, () => classifier);
  const answers = {
    decode: decoded,
    take: ({ source }) => taken(source),
    detect: async (request) => {
      const view = viewOf(request);
      return { ...(await detected(detector, view)), view };
    },
    rectify: ({ picture, quads, maps, size, margin }) => rectify(picture, quads, maps, size, margin),
    turnOver: ({ crops }) => crops.map(overturned),
    classify: async (request) => classified(request.upright ? await ofUpright() : classifier, request.crops),
    measure: ({ what, pictures, box }) => (what === "shift" ? shiftsBetween(...pictures) : measured(what, pictures, box)),
    shrink: ({ picture }) => shrunk(picture),
    compare: compared,
    faceViews: ({ crops }) => crops.flatMap(faceViews),
    encode: encoded,
    embedViews: ({ crops }) => embedded(classifier, crops.map(faceViews)),
    openPrint: () => opened(printFinder, printReader),
    findPrint: (request) => printFound(printFinder, request),
    readPrint: (request) => printRead(printReader, request),
    measureInk: inksMeasured,
    cutStrip: stripsCut,
  };
  return {
    /** Answer one request; `kind` says which. */
    async answer(request) {
      return answers[request.kind](await present(request));
    },
    /** The crop that a picture file of this size holds: a promise, which a request may name in the crop's place. */
    hold(data, type, size) {
      const crop = decodedCrop(data, type, size);
      crop.catch(() => {}); // told where it is used
      return crop;
    },
    /** Load the networks that every photo of tiles needs. */
    load: () => Promise.all([detector.open(), classifier.open()]),
    /** Load the networks of tiles and run once those that every photo needs, so that the first one need not wait for it. */
    warm: async () => {
      await Promise.all([detector.warm(1, 384, 288), classifier.warm(14, 128, 160)]);
      await upright.open(); // only a doubtful face needs it
    },
    /** Let the networks' memory go; the next request that needs one loads it again. */
    close: () => workers.forEach((worker) => worker.close()),
  };
}

/** A request with the crops that it names, once they are decoded. */
async function present(request) {
  const found = { ...request };
  for (const name of ["crops", "pictures", "taught"]) {
    if (found[name]) found[name] = await Promise.all(found[name].map((one) => (Array.isArray(one) ? Promise.all(one) : one)));
  }
  return found;
}

/** The part of a picture that the detector looks at, at the size that it takes. */
function viewOf({ picture, box: [x0, y0, x1, y1], halvings, size: [width, height] }) {
  const block = 1 << halvings;
  const [right, bottom] = [x0 + Math.floor((x1 - x0) / block) * block, y0 + Math.floor((y1 - y0) / block) * block];
  let view = part(picture, x0, y0, right, bottom);
  for (let time = 0; time < halvings; time++) view = halved(view);
  return resized(view, width, height);
}
