// The frame of the edition without a server loads this before the page: Python begins while the page's own modules come.

const root = new URL("./", document.baseURI).href;
const version = document.querySelector("meta[name=rackcheck-site]").content.replace(/^v-/, "");
const script = new URL("./worker.js", import.meta.url).href;

/** A worker that is under the policy of this page, which one loaded from its own address would not be. */
export function newWorker() {
  const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(script)};`], { type: "text/javascript" }));
  const worker = new Worker(blob, { type: "module" });
  setTimeout(() => URL.revokeObjectURL(blob), 60_000);
  return worker;
}

/** Where the site's folder is, and which version of it this page is of. */
export const site = { root, version };

/** The worker that answers this page. */
export const worker = newWorker();

let heard = null;
let listener = () => {};
const opened = new Promise((done, refuse) => {
  worker.addEventListener("message", ({ data }) => {
    if (data.size) {
      heard = data;
      listener(data);
    }
    if (data.ready) done();
    if (data.failed && data.id === undefined) refuse(new Error(data.failed));
  });
  worker.addEventListener("error", (event) => refuse(new Error(event.message)));
});
opened.catch(() => {}); // told where it is waited for
worker.postMessage({ open: site });

/** Until it answers; `came` is told how many bytes of how many are here, from what was heard last on. */
export function ready(came) {
  listener = came;
  if (heard) came(heard);
  return opened;
}
