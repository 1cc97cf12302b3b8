/** What is done by itself as soon as the connection is back. */

import { useLayoutEffect, useRef } from "../preact.js";

/** Call the latest `act` at the next `online` while `isWaiting`. One listener: what `online` itself draws anew takes no
 * other's place while the event is under way. Before the browser paints, so that an `online` right after is heard. */
export function useOnline(isWaiting, act) {
  const latest = useRef(act);
  latest.current = act;
  useLayoutEffect(() => {
    if (!isWaiting) return undefined;
    const run = () => latest.current();
    addEventListener("online", run);
    return () => removeEventListener("online", run);
  }, [isWaiting]);
}
