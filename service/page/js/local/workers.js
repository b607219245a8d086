// Start the workers of the phone edition.

/** Start a worker with the module at an address. We go by way of a blob, since only a blob has its maker's policy. */
export function newWorker(address) {
  const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(String(address))};`], { type: "text/javascript" }));
  const worker = new Worker(blob, { type: "module" });
  setTimeout(() => URL.revokeObjectURL(blob), 60_000);
  return worker;
}
