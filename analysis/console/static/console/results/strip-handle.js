/** The upper edge of the strip, moved up and down by pointer or keyboard; the height is kept between visits. */

import { t } from "../i18n.js";
import { holdArea } from "../map/area.js";
import { html, signal } from "../preact.js";
import { view } from "../state/view.js";
import { isTall } from "./strip.js";

const STORED = "tabanca.bande";
const [LEAST, MOST, STEP] = [20, 85, 5]; // percent of the window
const COLOURED = ["couverture", "themes"]; // strips whose areas are read on the map
const ABOVE = { liste: 360 }; // pixels that a strip leaves to the map; 424 where nothing is said
/** Return the height as the page is made: what base.css says of `--haut`, and desk.css of lists and coloured areas. */
function findUsual() {
  const most = COLOURED.includes(view.value.bande) ? 0.47 * innerHeight : 560;
  return Math.round(Math.max(42, (Math.min(innerHeight - (ABOVE[view.value.bande] ?? 424), most) / innerHeight) * 100));
}

const clamp = (percent) => Math.round(Math.min(MOST, Math.max(LEAST, percent)));
const parse = (text) => (text && Number.isFinite(Number(text)) ? clamp(Number(text)) : null);
/** Percent of the window, or null: as the page is made. */
const height = signal(parse(localStorage.getItem(STORED)));

function apply() {
  if (height.value !== null) document.documentElement.style.setProperty("--haut", `${height.value}%`);
}
apply();

function setHeight(percent) {
  isTall.value = false;
  height.value = clamp(percent);
  localStorage.setItem(STORED, String(height.value));
  apply();
}

/** Follow the pointer until it is let go; then the map shows in its new room what it showed before. */
function drag(event) {
  const handle = event.currentTarget;
  const restore = holdArea();
  handle.setPointerCapture(event.pointerId);
  const follow = ({ clientY }) => setHeight(((innerHeight - clientY - 14) / innerHeight) * 100);
  const end = () => {
    handle.removeEventListener("pointermove", follow);
    restore();
  };
  handle.addEventListener("pointermove", follow);
  handle.addEventListener("lostpointercapture", end, { once: true });
}

function press(event) {
  const now = height.value ?? findUsual();
  const next = { ArrowUp: now + STEP, ArrowDown: now - STEP, Home: MOST, End: LEAST }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const restore = holdArea();
  setHeight(next);
  restore();
}

export const StripHandle = () => html`
  <div
    class="poignee" role="separator" tabindex="0" aria-orientation="horizontal" aria-label=${t("bande.hauteur")}
    aria-valuemin=${LEAST} aria-valuemax=${MOST} aria-valuenow=${height.value ?? findUsual()}
    onPointerDown=${drag} onKeyDown=${press}
  />
`;
