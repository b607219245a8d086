// Requests about the book.

import { ask, follow as stream, post } from "../shared/api.js";

const PATIENCE = 20_000; // ms until an entry counts as not sent: the outbox sends it again with the same key
const MOST_LISTED = 200; // games in one answer

const of = (game, more = "") => `/api/v1/games/${encodeURIComponent(game)}${more}`;

export const players = () => ask("/api/v1/players");

/** Return {games, damaged, total, fault}: the newest games, `most` with the damaged ones, and the number of all. */
export async function games(most) {
  const begins = Array.from({ length: Math.ceil(most / MOST_LISTED) }, (_, at) => at * MOST_LISTED);
  const parts = await Promise.all(begins.map((skip) => ask(`/api/v1/games?most=${Math.min(MOST_LISTED, most - skip)}&skip=${skip}`)));
  const all = (name) => parts.flatMap((one) => one[name] ?? []);
  return { ...parts[0], games: all("games"), damaged: all("damaged") };
}

export const begin = (body) => post("/api/v1/games", body);
export const season = () => ask("/api/v1/season");
export const join = () => ask("/api/v1/join");
export const game = (id) => ask(of(id));
export const settleUp = (id) => ask(of(id, "/settle-up"));
export const chart = (id) => ask(of(id, "/chart"));
export const enter = (id, entry) => post(of(id, "/entries"), entry, AbortSignal.timeout(PATIENCE));

/** Return the address of a game's file, "csv" or "json". */
export const file = (id, suffix) => of(id, `/export.${suffix}`);

/** Open the stream of events of a game, from the entry after `after` on. */
export const follow = (id, after) => stream(of(id, `/events?after=${after}`));
