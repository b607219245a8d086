// The worker of the networks, beside Python. Messages in: {open: {root, version}}, then the questions of
// ./host/networks.js.

import { Files } from "./files.js";
import { guard } from "./workers.js";
import { answerNetworks } from "./host/answer-networks.js";

const opened = new Promise((done) => {
  self.addEventListener("message", ({ data }) => data.open && done(data.open));
});

answerNetworks(opened.then(async ({ root, version }) => {
  guard(await new Files(root, version).open(), root);
  const place = (path) => `${root}v-${version}/${path}`;
  return {
    base: place("onnxruntime/"),
    weights: {
      detector: place("models/finder.onnx"),
      classifier: place("models/reader.onnx"),
      upright: place("models/upright.onnx"),
      printFinder: place("print/finder.onnx"),
      printReader: place("print/reader.onnx"),
    },
  };
}));
