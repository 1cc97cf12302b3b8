/** Signing out: asks first what becomes of entries that still wait. */

import { SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import * as auth from "../server/auth.js";
import { dropAll, entries } from "./outbox.js";

export async function leave() {
  const count = entries.value.length;
  if (!count) return auth.signOut();
  const choices = ["garder", "supprimer"].map((one) => [one, t(`attente.quitter.${one}`)]);
  const left = await ask({
    title: t("compte.quitter"),
    text: t("attente.quitter", { n: count }),
    parts: html`<${SelectField} label=${t("attente.quitter.choix")} name="saisies" options=${choices} />`,
    label: t("compte.quitter"),
    send: async (form) => form.saisies.value === "supprimer" && dropAll(),
  });
  return left === null ? undefined : auth.signOut();
}
