// Installing the page: a worker keeps it, and says so where the machine that serves it does not answer.

/** Let the browser keep the page, where it may: over plain http from another machine it may not. */
export function install() {
  // What cannot be kept is loaded each time: nothing else changes for a person.
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
}
