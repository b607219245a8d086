// The bar at the foot of the page: the answer in one line, on its way to the answer.

import { button } from "../shared/controls.js";
import { byId } from "../shared/dom.js";
import { verdictText } from "../shared/texts.js";
import { unsure } from "../rack/rack.js";

/** The answer in one line, for the bar and for listeners; null while there is none. */
export function verdictLine({ tiles, verdict }) {
  if (!tiles?.length) return null;
  const open = unsure(tiles).length;
  if (open) return { kind: "ask", text: verdictText.barOpen(open) };
  if (!verdict) return null;
  if (verdict.error) return { kind: "no", text: verdictText.barBad };
  if (verdict.either) return { kind: "ask", text: verdictText.barExposed };
  if (verdict.win) return { kind: "good", text: verdictText.barWon({ ...verdict.matches[0], value: verdict.value }) };
  if (verdict.waits?.length) return { kind: "ask", text: verdictText.barWaits(verdict.waits.map((one) => one.tile)) };
  return { kind: "no", text: verdictText.no };
}

/** `actions`: tile(id). */
export function barView(actions) {
  return (state) => {
    const line = verdictLine(state);
    if (!line) return null;
    const go = () => {
      const [open] = unsure(state.tiles);
      if (open) {
        actions.tile(open.id);
        return;
      }
      byId("verdict").focus();
      byId("verdict").scrollIntoView({ block: "start" });
    };
    return [button("bar", line.text, go, { class: `wide ${line.kind}` })];
  };
}
