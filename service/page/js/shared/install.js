// Installing the page: a worker keeps it, and says so where the machine that serves it does not answer.

/** Let the browser keep the page, where it may: over plain http from another machine it may not. */
export function install() {
  // What cannot be kept is loaded each time: nothing else changes for a person.
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
}

/** What a person is told when the page opens without its machine. */
export const ALONE = "Until then this page shows what it had, and tiles can be put right; reading photos, verdicts, payments and the book need the machine.";
