/** Printing something else than the screen: it is drawn beside the page, printed alone, and gone afterwards. */

import { html, render } from "../preact.js";

const ID = "papier";

/** Print what `content` (a template) shows, under a name that "save as PDF" proposes. */
export async function printPaper(content, name) {
  const host = document.createElement("div");
  host.id = ID;
  document.body.append(host);
  render(html`${content}`, host);
  const title = document.title;
  document.title = name;
  await new Promise(requestAnimationFrame);
  addEventListener(
    "afterprint",
    () => {
      document.title = title;
      render(null, host);
      host.remove();
    },
    { once: true },
  );
  print();
}
