/** Looking nearer at a small map in a page: by its buttons, and moved by a finger or the pointer while it is near. */

import { IconButton } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import { HEIGHT, WIDTH } from "./ground.js";

const [FARTHEST, NEAREST, STEP] = [1, 16, 2];
const WHOLE = { scale: FARTHEST, x: WIDTH / 2, y: HEIGHT / 2 };
const MOVED = 4; // pixels: less is a press

const limit = (value, least, most) => Math.min(Math.max(value, least), most);

/** Keep what is looked at within the picture. */
function limitView({ scale, x, y }) {
  const [wide, high] = [WIDTH / scale / 2, HEIGHT / scale / 2];
  return { scale, x: limit(x, wide, WIDTH - wide), y: limit(y, high, HEIGHT - high) };
}

/** Return {look, isNear, Buttons, drag}: `look(point)` places a point of the whole picture where it is seen, `drag` are
 * the handlers of the picture. */
export function usePlanZoom() {
  const seen = useSignal(WHOLE);
  const held = useSignal(/** @type {any} */ (null)); // where a press began
  const { scale, x, y } = seen.value;
  const zoom = (factor) => () => {
    seen.value = limitView({ ...seen.value, scale: limit(scale * factor, FARTHEST, NEAREST) });
  };
  const begin = (event) => {
    if (scale > FARTHEST) held.value = { at: [event.clientX, event.clientY], from: seen.value, isMoved: false };
  };
  const move = (event) => {
    if (!held.value) return;
    const { at, from } = held.value;
    const [dx, dy] = [event.clientX - at[0], event.clientY - at[1]];
    if (!held.value.isMoved && Math.hypot(dx, dy) < MOVED) return;
    if (!held.value.isMoved) event.currentTarget.setPointerCapture(event.pointerId);
    held.value = { at, from, isMoved: true };
    const unit = 1 / event.currentTarget.getScreenCTM().a / from.scale;
    seen.value = limitView({ ...from, x: from.x - dx * unit, y: from.y - dy * unit });
  };
  const end = () => {
    held.value = null;
  };
  const button = (icon, label, factor, isOff) => html`
    <${IconButton} icon=${icon} label=${label} class="bouton carre" disabled=${isOff} onClick=${zoom(factor)} />
  `;
  return {
    look: (/** @type {number[]} */ [left, top]) => [(left - x) * scale + WIDTH / 2, (top - y) * scale + HEIGHT / 2],
    isNear: scale > FARTHEST,
    drag: { onPointerDown: begin, onPointerMove: move, onPointerUp: end, onPointerCancel: end },
    buttons: html`
      <div class="plan-zoom">
        ${button("plus", t("zoom.plus"), STEP, scale >= NEAREST)}
        ${button("minus", t("zoom.moins"), 1 / STEP, scale <= FARTHEST)}
      </div>
    `,
  };
}
