// Run the core in Pyodide beside the browser host, and answer the page: Python source in, JSON out.

import { faceViews } from "/js/local/host/face-views.js";
import { openHost } from "/js/local/host/host.js";
import { loadPyodide } from "/npm/pyodide/pyodide.mjs";

const [rgb, bgr] = [() => "rgb", () => "bgr"];
const colours = { detector: rgb, classifier: rgb, upright: rgb, printFinder: bgr, printReader: bgr };
const begin = () => new Worker(new URL("/networks-worker.js", self.location), { type: "module" });

async function opened() {
  const host = openHost({ begin, colours });
  const [python, core] = await Promise.all([
    loadPyodide({ indexURL: "/npm/pyodide/" }),
    fetch("/core.zip").then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(core, "zip");
  python.registerJsModule("opened", { faceViews, host });
  python.runPython("import sys; sys.path.insert(0, '.')");
  return python;
}

const ready = opened();

self.onmessage = async ({ data: { id, name, files } }) => {
  try {
    const python = await ready;
    const answer = await python.pyimport("in_browser")[name](...files);
    self.postMessage({ id, answer });
  } catch (problem) {
    self.postMessage({ id, problem: String(problem.stack ?? problem) });
  }
};
