// Let the browser save a file.

import { answered, attempt, fileOf } from "./api.js";
import { element } from "./dom.js";

const HELD_FOR = 60_000; // ms that a browser may take to fetch the file: Safari fetches it late

/** Save a blob as a file on this phone. */
export function save(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), HELD_FOR);
}

/** Save the files of download links into the API at a tap; `refused(error)` hears why a file could not be saved. */
export function saveLinked(refused) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[download][href^='/api/']");
    if (!link) return;
    event.preventDefault(); // the browser would leave the page for an error, or say nothing
    attempt(async () => save(await fileOf(await answered(link.getAttribute("href"))), link.download), refused);
  });
}

/** Save the text of a card or of a table on this phone. */
export const saveText = (text, name) => save(new Blob([text], { type: "application/toml" }), name);

const LONGEST_NAME = 60;

/** Return a name for a title's file: small letters, digits and hyphens; `untitled` if the title has none of them. */
export const slug = (title, untitled) =>
  title.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, LONGEST_NAME).replace(/^-|-$/g, "") || untitled;

/** Return `wanted`, or the first of `wanted`-2, `wanted`-3, ... that is not among the `taken` names. */
export function freeName(wanted, taken) {
  let name = wanted;
  for (let nth = 2; taken.includes(name); nth += 1) name = `${wanted}-${nth}`;
  return name;
}
