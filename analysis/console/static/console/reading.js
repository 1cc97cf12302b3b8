/** One thing that a panel reads from the API: not there yet, failed, or there. A newer reading drops the older one. */

import { failure, skeleton } from "./feedback.js";

export function reading(redraw) {
  let wanted = null;
  let value = null;
  let last = null;

  async function read(get, { keep = false } = {}) {
    wanted?.abort();
    wanted = new AbortController();
    const { signal } = wanted;
    last = get;
    if (!keep || value instanceof Error) value = null;
    redraw();
    let answer;
    try {
      answer = await get(signal);
    } catch (error) {
      answer = error;
    }
    if (signal.aborted) return;
    value = answer;
    redraw();
  }

  return {
    /** Reads with `get(signal)`. With `keep` what was there stays on the screen meanwhile. */
    read,
    /** The same once more, with what is there kept. */
    again: () => last && read(last, { keep: true }),
    /** What was read, or null. */
    get value() {
      return value instanceof Error ? null : value;
    },
    /** The state of the reading as nodes; `draw(value)` when it is there. */
    show(draw, lines = 6) {
      if (value === null) return skeleton(lines);
      return value instanceof Error ? failure(value, () => read(last)) : draw(value);
    },
  };
}
