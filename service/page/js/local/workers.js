// Workers of the edition without a server.

/** A worker that runs the module at an address under the policy of whoever begins it, which one loaded from there would not be. */
export function newWorker(address) {
  const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(String(address))};`], { type: "text/javascript" }));
  const worker = new Worker(blob, { type: "module" });
  setTimeout(() => URL.revokeObjectURL(blob), 60_000);
  return worker;
}
