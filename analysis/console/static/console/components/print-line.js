/** The foot of what is printed: when it was, and by whom. Its style is in print.css. */

import { formatPrinting, t } from "../i18n.js";
import { currentUser } from "../server/session.js";

const NAME = "--imprime";

const nameReader = ({ prenom, nom, email }) => [prenom, nom].filter(Boolean).join(" ") || email;

/** Write the foot for what is about to be printed; a sheet of its own (components/paper.js) says this itself. */
function write() {
  const { style } = document.documentElement;
  const user = currentUser();
  if (!user || document.getElementById("papier")) {
    style.removeProperty(NAME);
    return;
  }
  style.setProperty(NAME, JSON.stringify(t("imprime", { moment: formatPrinting(new Date()), nom: nameReader(user) })));
}

/** Sign what is printed from now on. */
export const signPrints = () => addEventListener("beforeprint", write);
