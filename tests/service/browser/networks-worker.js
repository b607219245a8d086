// Run the networks for the browser host of `worker.js`.

import { answerNetworks } from "/js/local/host/answer-networks.js";

const place = (path) => new URL(path, self.location).href;
const weights = {
  detector: place("/models/finder"),
  classifier: place("/models/reader"),
  upright: place("/models/upright"),
  printFinder: place("/npm/print/finder.onnx"),
  printReader: place("/npm/print/reader.onnx"),
};
answerNetworks(Promise.resolve({ base: place("/npm/onnxruntime/"), weights }));
