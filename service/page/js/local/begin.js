// The frame of the edition without a server loads this before the page: Python begins while the page's own modules come.

import { newWorker } from "./workers.js";

const root = new URL("./", document.baseURI).href;
const version = document.querySelector("meta[name=rackcheck-site]").content.replace(/^v-/, "");

/** A worker in which Python runs. */
export const newPython = () => newWorker(new URL("./worker.js", import.meta.url));

/** Where the site's folder is, and which version of it this page is of. */
export const site = { root, version };

/** The worker that answers this page. */
export const worker = newPython();

let heard = null;
let listener = () => {};
const opened = new Promise((done, refuse) => {
  worker.addEventListener("message", ({ data }) => {
    if (data.size) {
      heard = data;
      listener(data);
    }
    if (data.ready) done();
    if (data.failed && data.id === undefined) {
      listener = () => {}; // of what was on its way, nobody need hear
      refuse(new Error(data.failed));
    }
  });
  worker.addEventListener("error", (event) => refuse(new Error(event.message)));
});
opened.catch(() => {}); // told where it is waited for

/** Until it has loaded all that a photo needs, or cannot. */
export const warm = new Promise((done) => {
  worker.addEventListener("message", ({ data }) => data.warm && done());
  opened.catch(done);
});
worker.postMessage({ open: site });

/** Until it answers; `came` is told how many bytes of how many are here, from what was heard last on. */
export function ready(came) {
  listener = came;
  if (heard) came(heard);
  return opened;
}
