/** The addresses that the back button leads to after somebody left at once: they say which page it was. */

const LEFT = "tabanca.parti";

/** Remember, for this tab alone, that its addresses are to be forgotten, and for which page it was left. */
export const markLeft = (refuge) => sessionStorage.setItem(LEFT, refuge);

/** Forget it: who signs in goes on as ever. */
export const forgetLeft = () => sessionStorage.removeItem(LEFT);

/** Take the page off the address when it was left at once; who comes by the back button is led away again. */
export function dropLeftAddress() {
  const refuge = sessionStorage.getItem(LEFT);
  // Only a path: a tab that was left by an earlier build holds another mark.
  if (!refuge?.startsWith("/")) return;
  if (location.hash) history.replaceState(null, "", location.pathname);
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (visit?.type !== "back_forward") return;
  document.documentElement.hidden = true;
  document.title = "";
  location.replace(refuge);
}
