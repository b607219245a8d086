// Python in a worker: started from the files of a version, or from a snapshot of its memory after all imports. A
// browser makes the snapshot for itself once it has stored a version, and keeps it beside the files.

import { filesIn } from "../keeping/stored-zip.js";
import { guard } from "./workers.js";

const PACKAGES = "/packages"; // our Python packages and third-party ones
const BEGINS_WITH = ["pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "pyodide/pyodide-lock.json"];
const CORE = "core/rackcheck.whl";
const BOOK = "core/book.tar.bz2";
const PACKED_BOOK = "/book.tar.bz2"; // where Python unpacks it from
const ANSWERS = "service.browser.bridge";
const BOOK_PACKAGES = "service.browser.book_packages";

/** Unpack an archive without compression into a folder of Python's file system. */
function unpack(fs, archive, folder) {
  for (const [name, data] of filesIn(archive)) {
    const path = `${folder}/${name}`;
    fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    fs.writeFile(path, data, { canOwn: true });
  }
}

/**
 * @param {{files: Files, root: string, base: string, came: (bytes: number, size: number) => void}} from `base`: the version's
 *   folder below `root`; `came` hears of all bytes that arrive, and of the total
 * @param {{_loadSnapshot?: ArrayBuffer, _makeSnapshot?: boolean}} options Pyodide's own
 */
async function begun({ files, root, base, came }, options) {
  const size = files.size([...BEGINS_WITH, CORE].map((place) => base + place));
  const told = (bytes) => came(bytes, size);
  // We load these files before Python asks for them: after an interrupted download Python would wait for ever.
  const early = new Map(await Promise.all(BEGINS_WITH.map(async (place) => [base + place, await files.bytes(base + place, told)])));
  guard(files, root, early);
  // The browser itself loads scripts; everything else goes through `guard`.
  const script = (name) => import(`${root}${base}pyodide/${name}`);
  const [{ loadPyodide }, machine, core] = await Promise.all([script("pyodide.mjs"), script("pyodide.asm.mjs"), files.bytes(base + CORE, told)]);
  const createPyodideModule = async (settings) => {
    const [made, snapshot] = await Promise.all([machine.default(settings), options._loadSnapshot]);
    // Pyodide copies a snapshot into the memory, but does not grow the memory for a larger one.
    if (snapshot?.byteLength > made.HEAP8.length) made.growMemory(snapshot.byteLength);
    return made;
  };
  const python = await loadPyodide({ indexURL: `${root}${base}pyodide/`, createPyodideModule, ...options });
  unpack(python.FS, core, PACKAGES);
  if (!options._loadSnapshot) letFind(python);
  return python;
}

/** Let Python import the code that answers, and the packages of the book once they are there. */
function letFind(python) {
  const path = python.pyimport("sys.path");
  path.insert(0, PACKAGES);
  const answers = python.pyimport(ANSWERS);
  const packages = python.pyimport(BOOK_PACKAGES);
  packages.find_book(PACKED_BOOK, PACKAGES);
  // A snapshot is possible only if JavaScript holds no Python object.
  for (const held of [path, answers, packages]) held.destroy();
}

/** Give Python the packages of the book. */
async function addBook(python, { files, base }) {
  python.FS.writeFile(PACKED_BOOK, new Uint8Array(await files.bytes(base + BOOK)));
}

/** Start Python; return it, the bridge that answers, and `openBook()`, to be awaited before requests about the book. */
export async function openPython(from) {
  const { files } = from;
  const kept = await files.hasSnapshot().catch(() => false);
  const snapshot = kept ? files.snapshot() : undefined;
  snapshot?.catch(() => {}); // `begun` awaits it and handles the error
  const python = await begun(from, { _loadSnapshot: snapshot }).catch(async (problem) => {
    if (!kept) throw problem;
    console.warn(problem);
    await files.dropSnapshot();
    return begun(from, {});
  });
  let book = null;
  const openBook = () => {
    book ??= addBook(python, from).catch((problem) => {
      book = null; // so that the next question tries again
      throw problem;
    });
    return book;
  };
  return { python, bridge: python.pyimport(ANSWERS), openBook };
}

/** Make and keep the snapshot of a stored version. */
export async function makeSnapshot(from) {
  const python = await begun(from, { _makeSnapshot: true });
  await addBook(python, from);
  const bridge = python.pyimport(ANSWERS);
  bridge.rehearse("/rehearsal");
  bridge.destroy();
  await from.files.keepSnapshot(python.makeMemorySnapshot());
}
