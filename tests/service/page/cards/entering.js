// Find the taps that enter lines on the keypad, and the keys they hit; see entering.py.
async (lines) => {
  const edit = await import("/page/js/cards/line/line.js");
  const terms = await import("/page/js/cards/line/terms.js");
  const KEYS = ["run", "like", "odd", "even"];
  const MORE = ["differ", "suits free"];
  const STEP = 5;
  const faces = (group) => group.faces.match(/[XYUV]\+[1-8]|[0-9A-Z]/g);
  const plain = (face) => face[0];
  const textOf = (hand) => edit.lineText({ title: "", hands: [hand], rules: [], value: null, notes: [] });

  /** The ways to tap a group after the line so far: lists of steps {tap, key, more}; `more` keys are under "More keys". */
  function ways(group, twin) {
    const all = faces(group);
    const press = (face) => ({ key: `pad-${face}`, tap: (line, cursor) => edit.press(line, cursor, face), more: /[UVZAJ]/.test(face) });
    const gap = { key: "gap", tap: (line, cursor) => ({ line, cursor: { ...cursor, gap: true } }) };
    const join = { key: "join", tap: (line, cursor) => ({ line, cursor: { ...cursor, join: true } }), more: true };
    const many = { key: `many-${all.length}`, tap: (line, cursor) => edit.repeat(line, cursor, all.length) };
    const higher = { key: "higher", tap: (line, cursor) => ({ line: edit.higher(line, cursor), cursor }), more: true };
    const paint = { key: `paint-${group.suit === "*" ? "any" : group.suit}`, more: "BCD".includes(group.suit),
      tap: (line, cursor) => ({ line: edit.paint(line, cursor, group.suit), cursor }) };
    const natural = { key: "natural", tap: (line, cursor) => ({ line: edit.setNatural(line, cursor, true), cursor }), more: true };
    const again = { key: "again", tap: edit.again };
    const raised = Array(Number(all[0][2] ?? 0)).fill(higher);
    const alike = all.every((face) => face === all[0]);
    const made = alike && all.length > 1 ? [[press(plain(all[0])), many]]
      : [all.map((face) => press(plain(face))), all.flatMap((face, at) => (at ? [join, press(plain(face))] : [press(plain(face))])),
        ...all.slice(1).map((_, place) => all.flatMap((face, at) => (at === place + 1 ? [join, press(plain(face))] : [press(plain(face))])))];
    const begun = made.flatMap((steps) => [steps, [gap, ...steps]]).map((steps) => [...steps, ...raised]);
    if (twin) begun.push([again], [again, higher]);
    return begun.flatMap((steps) => [steps, [...steps, paint]])
      .map((steps) => (group.natural ? [...steps, natural] : steps));
  }

  /**
   * Return the taps of a line that follows `before`, its typed letters, and its keys: names, or [name, typed text].
   * null if the keypad cannot make the line.
   */
  function taps(text, before) {
    const wanted = edit.readLine(text);
    const { kind, value, notes } = edit.readLine(before ?? "x25");
    let line = { title: "", hands: [[]], rules: [], kind, value, notes };
    let cursor = edit.atEnd(line);
    let made = 1; // Add a line, or Next line
    let letters = 0;
    let opened = false;
    const keys = [];
    const cost = (steps) => steps.length + (!opened && steps.some(({ more }) => more) ? 1 : 0);
    const play = (steps) => {
      made += cost(steps);
      for (const { tap, key, more } of steps) {
        if (more && !opened) keys.push("more-keys");
        opened ||= more;
        keys.push(key);
        ({ line, cursor } = tap(line, cursor));
      }
    };
    const alter = (key, change, more = false) => play([{ key, tap: (now, at) => ({ line: change(now), cursor: at }), more }]);
    for (const [nth, hand] of wanted.hands.entries()) {
      if (nth) play([{ key: "or", tap: edit.alternative, more: true }]);
      for (const [at, group] of hand.entries()) {
        if (group.sign) { play([{ key: `sign-${group.sign}`, tap: (now, place) => edit.sign(now, place, group.sign), more: true }]); continue; }
        if (!group.faces) return null;
        const goal = textOf(hand.slice(0, at + 1));
        const reaches = (steps) => {
          let now = { line, cursor };
          for (const { tap } of steps) now = tap(now.line, now.cursor);
          return textOf(now.line.hands[now.cursor.hand]) === goal;
        };
        const found = ways(group, at > 0 && hand[at - 1].faces).filter(reaches).sort((one, other) => cost(one) - cost(other));
        if (found.length === 0) return null;
        play(found[0]);
      }
    }
    for (const rule of wanted.rules) {
      const [, letter, numbers] = /^([XYUV]) (odd|even|in [\d ]+)$/.exec(rule) ?? [];
      const [, years] = /^any year ?(.*)$/.exec(rule) ?? [];
      if (KEYS.includes(rule)) alter(`rule-${rule}`, (now) => terms.toggleRule(now, rule));
      else if (MORE.includes(rule) || terms.conditions(line).includes(rule)) alter(`rule-${rule}`, (now) => terms.toggleRule(now, rule), true);
      else if (letter) {
        const all = { odd: "13579", even: "2468" }[numbers] ?? numbers;
        for (const number of all.match(/\d/g)) alter(`in-${letter}-${number}`, (now) => terms.toggleNumber(now, letter, Number(number)), true);
      } else if (years !== undefined) {
        alter("years", (now) => terms.setYears(now, ""), true);
        if (years) { alter(["years-span", years], (now) => terms.setYears(now, years), true); letters += years.length; }
      } else return null;
    }
    if (line.kind !== wanted.kind) alter(`kind-${wanted.kind}`, (now) => ({ ...now, kind: wanted.kind }));
    if (line.value !== wanted.value) {
      const steps = Math.abs(line.value - wanted.value) / STEP;
      const typed = 1 + String(wanted.value).length;
      if (Number.isInteger(steps) && steps <= typed) keys.push(...Array(steps).fill(line.value > wanted.value ? "less" : "more"));
      else keys.push(["value", String(wanted.value)]);
      made += Number.isInteger(steps) ? Math.min(steps, typed) : typed;
      line = { ...line, value: wanted.value };
    }
    for (const note of new Set([...line.notes, ...wanted.notes])) {
      if (line.notes.includes(note) === wanted.notes.includes(note)) continue;
      const [, more, what] = /^\+(\d+) if (.*)$/.exec(note) ?? [];
      const [, tiles] = /^(\d+) tiles$/.exec(note) ?? [];
      if (["sp", "nojoker"].includes(note)) alter(`note-${note}`, (now) => terms.toggleNote(now, note), true);
      else if (more || tiles) {
        const count = wanted.notes.includes(note) ? more ?? tiles : null;
        alter([`counted-${what ?? "tiles"}`, count ?? ""], (now) => terms.setCounted(now, what ?? "tiles", count), true);
        made += count?.length ?? 1; // typed, or taken out
      } else return null;
    }
    if (wanted.title) {
      alter(["line-words", wanted.title], (now) => ({ ...now, title: wanted.title }), true);
      letters += wanted.title.length;
    }
    return edit.lineText(line) === text ? [made, letters, keys] : null;
  }
  return lines.map((text, at) => taps(text, lines[at - 1]));
}
