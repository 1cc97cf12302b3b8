/** One thing that is read from the API: not there yet, failed, or there. A newer reading drops the older one. */

import { signal } from "../preact.js";

/** Make a loader. A component that reads its `answer` or `value` is drawn again when they change. */
export function createLoader() {
  /** @type {import("@preact/signals").Signal<any>} */
  const answer = signal(null);
  /** @type {AbortController | null} */
  let request = null;
  let lastRead = null;

  /** Read with `read(signal)`. With `keep` what was there stays on the screen meanwhile. */
  async function load(read, { keep = false } = {}) {
    request?.abort();
    request = new AbortController();
    const { signal: wanted } = request;
    lastRead = read;
    if (!keep || answer.peek() instanceof Error) answer.value = null;
    let found;
    try {
      found = await read(wanted);
    } catch (error) {
      found = error;
    }
    if (!wanted.aborted) answer.value = found;
  }

  return {
    /** null, an Error, or what was read. */
    answer,
    load,
    /** Read once more from the start. */
    retry: () => lastRead && load(lastRead),
    /** Read once more, with what is there kept. */
    reload: () => lastRead && load(lastRead, { keep: true }),
    /** Drop a reading under way. */
    abort: () => request?.abort(),
    /** What was read, or null. */
    get value() {
      return answer.value instanceof Error ? null : answer.value;
    },
  };
}
