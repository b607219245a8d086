// index.html of the phone edition loads this module before the page: Python starts while the page's own modules load.

import { newWorker } from "./workers.js";

const root = new URL("./", document.baseURI).href;
const version = document.querySelector("meta[name=rackcheck-site]").content.replace(/^v-/, "");

/** Return a new worker in which Python runs. */
export const newPython = () => newWorker(new URL("./worker.js", import.meta.url));

/** The address of the site's folder, and the version of this page. */
export const site = { root, version };

/** The worker that answers this page. */
export const worker = newPython();

/** Ends once the worker answers, with its message. */
export const opened = new Promise((done, refuse) => {
  worker.addEventListener("message", ({ data }) => {
    if (data.ready) done(data);
    if (data.failed && data.id === undefined) refuse(new Error(data.failed));
  });
  worker.addEventListener("error", (event) => refuse(new Error(event.message)));
});
opened.catch(() => {}); // whoever awaits `opened` handles the error

/** Ends once the worker has loaded everything that a photo needs, or has failed to. */
export const warm = new Promise((done) => {
  worker.addEventListener("message", ({ data }) => data.warm && done());
  opened.catch(done);
});
worker.postMessage({ open: site });
