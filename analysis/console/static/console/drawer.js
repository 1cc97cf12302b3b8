/** The rail as a drawer on a phone: opened by a button over the map. */

let rail;
let opener;

function toggle(open) {
  rail.classList.toggle("ouvert", open);
  document.querySelector(".scene").inert = open; // the drawer covers it
  opener.setAttribute("aria-expanded", String(open));
  (open ? rail.querySelector("button") : opener).focus();
}

/** Names the two elements of the drawer. */
export function bind(theRail, theOpener) {
  [rail, opener] = [theRail, theOpener];
}

export const open = () => toggle(true);

export function close() {
  if (rail?.classList.contains("ouvert")) toggle(false);
}
