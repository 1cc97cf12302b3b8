/** Shows the page that the address names over the map: its title, its body, the states that any page can be in.
 *
 * A page's module has `mount(redraw)`, called once; it answers {draw, changed, enter}: `draw()` answers the body's
 * nodes; `changed(now, previous)` is told of the address while the page is shown; `enter()` when it comes to be shown.
 */

import { h, iconButton, keepingFocus, replace } from "./dom.js";
import { failure, skeleton } from "./feedback.js";
import { onLanguage, t } from "./i18n.js";
import { current, offered } from "./pages.js";
import * as state from "./state.js";

const FORBIDDEN = Object.assign(new Error(), { kind: "forbidden" });

export function mountPages() {
  const frame = h("section", { class: "page", tabindex: "-1" });
  const place = h("div", { class: "page-place" });
  const opened = new Map(); // page id to what its module answered, an Error, or null while it is read

  function content(page) {
    if (!offered().includes(page)) return failure(FORBIDDEN);
    const found = opened.get(page.id);
    if (!found) return skeleton(6);
    return found instanceof Error ? failure(found, () => read(page)) : found.draw();
  }

  function draw() {
    const page = current();
    if (!page) return place.replaceChildren();
    frame.setAttribute("aria-label", t(`${page.id}.titre`));
    keepingFocus(frame, () => replace(frame, h("div", { class: `page-corps page-${page.id}` },
      h("header", {}, h("div", {}, h("h1", {}, t(`${page.id}.titre`)), h("p", { class: "doux" }, t(`${page.id}.intro`))),
        iconButton("close", t("import.fermer"), () => state.go("carte"))),
      content(page))));
    if (!frame.isConnected) place.append(frame);
    return frame;
  }

  async function read(page) {
    opened.set(page.id, null);
    draw();
    try {
      const { mount } = await page.load();
      opened.set(page.id, mount(() => current() === page && draw()));
    } catch (error) {
      opened.set(page.id, Object.assign(error, { kind: "offline" }));
    }
    if (current() === page) enter(page);
  }

  function enter(page) {
    opened.get(page.id)?.enter?.();
    draw();
  }

  function show() {
    const page = current();
    frame.scrollTop = 0;
    if (!page || !offered().includes(page)) return draw();
    if (opened.has(page.id)) enter(page);
    else read(page);
    return frame.focus({ preventScroll: true });
  }

  state.subscribe((now, previous) => {
    if (state.changed(now, previous, "vue")) return show();
    return opened.get(now.vue)?.changed?.(now, previous);
  });
  onLanguage(draw);
  show();
  return place;
}
