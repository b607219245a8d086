// Count the changes on this phone since the player last saved a copy of everything.

import { keep } from "../shared/persistent-store.js";

const KEY = "rackcheck.1.unsaved";
const ENOUGH = 10; // changes from which we remind
const EVERY = 86_400_000; // ms between two reminders

function read() {
  try {
    return { changes: 0, told: 0, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { changes: 0, told: 0 };
  }
}

const write = (state) => keep("localStorage", KEY, JSON.stringify(state));

/** Return the number of changes since the last copy. */
export const unsaved = () => read().changes;

/** Whether the player has ever changed something on this phone. */
export const everChanged = () => read().changes + read().told > 0;

const listeners = [];

/** Call `listener()` after each change. */
export const onChanged = (listener) => listeners.push(listener);

/** Note a change. */
export function changed() {
  write({ ...read(), changes: read().changes + 1 });
  listeners.forEach((listener) => listener());
}

/** Note that a copy holds the first `held` changes: others may have come while it was made. */
export const saved = (held) => write({ changes: Math.max(read().changes - held, 0), told: Date.now() });

/** Return whether to remind the player of a copy, at most once a day; true counts as a reminder. */
export function due() {
  const { changes, told } = read();
  // A phone whose clock went back would else be silent until the day of its last reminder.
  if (changes < ENOUGH || Math.abs(Date.now() - told) < EVERY) return false;
  write({ changes, told: Date.now() });
  return true;
}
