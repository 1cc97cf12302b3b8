/** The addresses that the back button leads to after somebody left at once: they say which page it was. */

const LEFT = "tabanca.parti";

/** Remember, for this tab alone, that its addresses are to be forgotten. */
export const markLeft = () => sessionStorage.setItem(LEFT, "1");

/** Forget it: who signs in goes on as ever. */
export const forgetLeft = () => sessionStorage.removeItem(LEFT);

/** Take the page off the address when it was left at once. */
export function dropLeftAddress() {
  if (sessionStorage.getItem(LEFT) && location.hash) history.replaceState(null, "", location.pathname);
}
