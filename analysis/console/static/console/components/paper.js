/** Printing something else than the screen: it is drawn beside the page, printed alone, and gone afterwards. */

import { html, render } from "../preact.js";

const ID = "papier";

/** What the browser's own printing prints instead of the screen, {content, name}, or null.
 * @type {{ content: any, name: string } | null} */
let offered = null;

/** Offer what is printed instead of the screen while something is open; null: the screen again. */
export function offerPaper(paper) {
  offered = paper;
}

/** Draw what is printed alone, under a name that "save as PDF" proposes, until it was printed. */
function layPaper({ content, name }) {
  const host = document.createElement("div");
  host.id = ID;
  document.body.append(host);
  render(html`${content}`, host);
  const title = document.title;
  document.title = name;
  addEventListener(
    "afterprint",
    () => {
      document.title = title;
      render(null, host);
      host.remove();
    },
    { once: true },
  );
}

/** Draw what is offered, unless a button has drawn its own paper. */
export function layOffered() {
  if (offered && !document.getElementById(ID)) layPaper(offered);
}

/** Print what `content` (a template) shows, under a name that "save as PDF" proposes. */
export async function printPaper(content, name) {
  layPaper({ content, name });
  await new Promise(requestAnimationFrame);
  print();
}
