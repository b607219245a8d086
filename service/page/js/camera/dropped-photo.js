// A picture that is dropped on the page or pasted into it, as players at a laptop do.

/** Call `onPhoto(file)` with each picture dropped or pasted while `mayTake()`. */
export function takeDropped(mayTake, onPhoto) {
  const take = (data) => {
    const picture = mayTake() && [...data.files].find(({ type }) => type.startsWith("image/"));
    if (picture) onPhoto(picture);
    return Boolean(picture);
  };
  // Else the browser leaves the page and shows the file in its place.
  const stay = (event) => event.dataTransfer.types.includes("Files") && event.preventDefault();
  document.addEventListener("dragover", stay);
  document.addEventListener("drop", (event) => {
    stay(event);
    take(event.dataTransfer);
  });
  document.addEventListener("paste", (event) => {
    // Spreadsheets copy cells as text and as a picture: in a field the text is meant.
    if (!event.target.matches("input,textarea") && take(event.clipboardData)) event.preventDefault();
  });
}
