/** What lies under the pointer, in words beside it: the bubble of the map, also that of coloured areas. */

import { describeStack } from "./describe.js";
import { findFeature, findStack } from "./features.js";

const HALF = 150; // pixels: half of the widest bubble
const ROOM = 110; // pixels: below this height a bubble stands under the pointer

/** Make a bubble for a text: `say(map, point, text)`, where no text hides it, and `remove()`. */
export function createBubble() {
  const bubble = document.createElement("div");
  bubble.className = "bulle";
  bubble.role = "status";
  bubble.hidden = true;

  function say(map, { x, y }, text) {
    bubble.hidden = !text;
    if (bubble.textContent !== text) bubble.textContent = text;
    if (!text) return;
    const container = map.getContainer();
    if (!bubble.isConnected) container.append(bubble);
    bubble.classList.toggle("dessous", y < ROOM);
    bubble.style.left = `${Math.min(Math.max(x, HALF), container.clientWidth - HALF)}px`;
    bubble.style.top = `${y < ROOM ? y + 22 : y - 14}px`;
  }
  return { say, remove: () => bubble.remove() };
}

/** Tell what the pointer is over, and show by its form that a click opens something. */
export function watchPointer(map) {
  const bubble = createBubble();
  const hide = () => bubble.say(map, { x: 0, y: 0 }, "");
  map.on("mousemove", ({ point, originalEvent }) => {
    map.getCanvas().style.cursor = findFeature(map, point) ? "pointer" : "";
    // A finger has no pointer that rests: what it touches opens.
    if (originalEvent.sourceCapabilities?.firesTouchEvents) return;
    bubble.say(map, point, describeStack(findStack(map, point)));
  });
  map.on("mouseout", hide);
  map.on("movestart", hide);
}
