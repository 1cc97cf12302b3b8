/** The foot of what is printed: when it was, and by whom. Its style is in print.css. */

import { formatPrinting, language, t } from "../i18n.js";
import { currentUser } from "../server/session.js";
import { layOffered } from "./paper.js";

const NAME = "--imprime";

const nameReader = ({ prenom, nom, email }) => [prenom, nom].filter(Boolean).join(" ") || email;

/** Say who prints a paper about people, and when. */
export const describePrinting = () =>
  t("papier.imprime", {
    nom: nameReader(currentUser()),
    jour: new Date().toLocaleDateString(language.value, { dateStyle: "long" }),
  });

/** Find what stands at the foot of each page: a paper of one page (components/paper.js) says this itself. */
function describeFoot(user) {
  const paper = document.getElementById("papier");
  if (!user || (paper && !paper.querySelector(".liste-a4"))) return null;
  return paper ? describePrinting() : t("imprime", { moment: formatPrinting(new Date()), nom: nameReader(user) });
}

/** Draw what is printed instead of the screen, if something is, and write the foot for what is about to be printed. */
function prepare() {
  layOffered();
  const foot = describeFoot(currentUser());
  if (foot) document.documentElement.style.setProperty(NAME, JSON.stringify(foot));
  else document.documentElement.style.removeProperty(NAME);
}

/** Sign what is printed from now on. */
export const signPrints = () => addEventListener("beforeprint", prepare);
