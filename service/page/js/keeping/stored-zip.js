// Read a zip archive whose files are not compressed.

const ENTRY = 0x04034b50; // signature that begins each file in a zip archive (APPNOTE.TXT 4.3.7)
const ENTRY_SIZE = 30;

/** Yield the name and the bytes of each file of an archive, an `ArrayBuffer`; the bytes are a view of it. */
export function* filesIn(archive) {
  const view = new DataView(archive);
  const text = new TextDecoder();
  for (let at = 0; at + ENTRY_SIZE <= archive.byteLength && view.getUint32(at, true) === ENTRY; ) {
    const [size, name, extra] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true), view.getUint16(at + 28, true)];
    const start = at + ENTRY_SIZE + name + extra;
    yield [text.decode(new Uint8Array(archive, at + ENTRY_SIZE, name)), new Uint8Array(archive, start, size)];
    at = start + size;
  }
}
