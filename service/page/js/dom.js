// Making elements, and sections that draw themselves again when what they show has changed.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element. Text children become text nodes, so nothing a person typed is ever read as markup. */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** An SVG element. */
export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/**
 * Draw a section into `root`: `view(state)` returns nodes, or null to hide the section.
 * It is drawn again only when one of the named parts of the state changes; the focused control, found by its
 * `data-key`, keeps the focus.
 */
export function section(store, root, parts, view) {
  let last = null;
  const draw = (state) => {
    const now = parts.map((part) => state[part]);
    if (last && now.every((value, at) => value === last[at])) return;
    last = now;
    const focused = root.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    const open = [...root.querySelectorAll("details[open]")].map((details) => details.dataset.key);
    const nodes = view(state);
    root.hidden = nodes === null;
    root.replaceChildren(...(nodes ?? []).flat(Infinity).filter(Boolean));
    for (const key of open) root.querySelector(`details[data-key="${key}"]`)?.setAttribute("open", "");
    if (focused) root.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  };
  store.listen(draw);
  draw(store.state);
}

/** Say something to people who listen to the page. */
export function announce(text) {
  document.getElementById("said").textContent = text;
}
