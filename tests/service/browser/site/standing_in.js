// Let one page's Python answer other pages of the same phone: `keep` in the page that starts it, `use` in the others.

const LINE = "tests-python";

/** Let the worker of this page answer other pages too. */
function keep() {
  const line = new BroadcastChannel(LINE);
  const Real = window.Worker;
  window.Worker = class extends Real {
    constructor(...options) {
      super(...options);
      window.Worker = Real;
      line.addEventListener("message", ({ data: { asked, by } }) => asked && this.postMessage({ ...asked, id: { by, id: asked.id } }));
      this.addEventListener("message", ({ data }) => {
        if (data.id?.by) line.postMessage({ answered: { ...data, id: data.id.id }, to: data.id.by });
      });
    }
  };
}

/** Ask that worker instead of starting one; with `once` until the page reloads. Answers in a test's `standIn` replace its own. */
function use({ once = false } = {}) {
  if (window.name === "once") return;
  const line = new BroadcastChannel(LINE);
  const Real = window.Worker;
  const answers = new Map();
  window.standIn = (path, answer) => answers.set(path, new TextEncoder().encode(JSON.stringify(answer)));
  window.Worker = class extends EventTarget {
    #by = crypto.randomUUID();

    constructor() {
      super();
      window.Worker = Real;
      if (once) window.name = "once";
      line.addEventListener("message", ({ data: { answered, to } }) => to === this.#by && this.#tell(answered));
    }

    #tell(data) {
      this.dispatchEvent(new MessageEvent("message", { data }));
    }

    postMessage(message) {
      if (message.open) setTimeout(() => ["ready", "warm"].forEach((what) => this.#tell({ [what]: true })));
      else if (answers.has(message.address)) setTimeout(() => this.#tell(answerOf(message.id, answers.get(message.address))));
      else if (message.id !== undefined) line.postMessage({ asked: message, by: this.#by });
    }
  };
}

const answerOf = (id, body) => ({ id, status: 200, kind: "application/json", body, wrote: false });
