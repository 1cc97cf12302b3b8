/** What a complaint is about: a household, a person, a cycle, a payment, a score. */

import { Fact } from "../cards/facts.js";
import { Score } from "../cards/score.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { Badge, money } from "../payments/parts.js";
import { html, useEffect, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { findAddress } from "../state/view.js";

/** Return whether nobody signed a complaint, as far as the caller may know: names that are withheld count as none. */
const isUnsigned = ({ plaignant, telephone }) => !plaignant && !telephone;

const Address = ({ to, children }) => html`<a class="lien" href=${findAddress(to)}>${children}</a>`;

/** Name the head of a household to whoever may read it: the complaint itself holds its code alone. */
function HeadName({ id }) {
  const name = useSignal("");
  useEffect(() => {
    let isWanted = true;
    const take = (household) => {
      if (isWanted) name.value = household.chefMenage?.nomComplet ?? "";
    };
    if (may("registre.lire")) api.get(`/menages/${id}`).then(take, () => take({}));
    return () => {
      isWanted = false;
    };
  }, [id]);
  return name.value && html` · ${name.value}`;
}

/** Warn who would call on the household of a complaint without a name: asking there gives the complainant away. */
const Anonymity = () => html`
  <p class="note" id="ne-pas-contacter"><${Icon} name="warning" />${" "}${t("plaintes.nepascontacter")}</p>
`;

/** Name what a complaint is about, each thing with the way to it. */
export function Subject({ complaint }) {
  const { sujet, paiement, ciblage } = complaint;
  const isKnown = sujet.menage || sujet.beneficiaire || sujet.cycle || paiement || ciblage;
  if (!isKnown) return null;
  return html`
    <section class="feuille" id="sujet">
      <h3>${t("plaintes.concerne")}</h3>
      ${(sujet.menage || sujet.beneficiaire) && isUnsigned(complaint) && html`<${Anonymity} />`}
      <dl class="faits">
        <${Fact}
          name=${t("menage")}
          value=${
            sujet.menage &&
            html`
              <${Address} to=${{ vue: "carte", fiche: `menage/${sujet.menage.id}` }}>${sujet.menage.code}<//>
              <${HeadName} id=${sujet.menage.id} />
            `
          }
        />
        <${Fact} name=${t("personne")} value=${sujet.beneficiaire?.code} />
        <${Fact}
          name=${t("cycle")}
          value=${
            sujet.cycle && html`<${Address} to=${{ vue: "cycles", element: sujet.cycle.id }}>${sujet.cycle.nom}<//>`
          }
        />
        <${Fact}
          name=${t("plaintes.paiement")}
          value=${
            paiement &&
            html`
              ${paiement.reference} · ${money(paiement.montant)}${" "}
              <${Badge} group="paiement" value=${paiement.statut} />
            `
          }
        />
      </dl>
      ${ciblage && html`<div class="score-plainte"><h3>${t("plaintes.score")}</h3><${Score} why=${ciblage} /></div>`}
    </section>
  `;
}
