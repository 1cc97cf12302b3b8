/** The versions of a rule set, each with its rules in words: an evaluation stays explained by the one that made it. */

import { Fold } from "../components/fold.js";
import { code, date, number, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { catalogue } from "./catalogue.js";
import { change, mayChange } from "./draft.js";
import { groupRules } from "./rules.js";

const writeValue = (value) => {
  if (typeof value === "boolean") return t(value ? "oui" : "non");
  return typeof value === "number" ? number(value, Number.isInteger(value) ? 0 : 2) : String(value);
};

/** Say a rule in words: "Score PMT est inférieur ou égal à 40". */
function describeRule(rule) {
  const field = catalogue.value.byName.get(rule.champ);
  const values = [rule.valeur, ...(rule.valeurSecondaire === null ? [] : [rule.valeurSecondaire])].flat();
  return `${field?.label ?? rule.champ} ${rule.operateurLabel} ${values.map(writeValue).join(", ")}`;
}

function Version({ version, isLatest }) {
  const take = () => change({ logique: version.logique, groupes: groupRules(version.rules) });
  return html`
    <li>
      <p>
        <strong>${t("ciblage.version", { n: version.numero })}</strong>${" "}
        <span class="doux">${date(version.createdAt)} · ${version.auteur?.nom ?? t("tableau.service")}</span>
      </p>
      <p class="doux petit">${code("ciblage.logique", version.logique)}</p>
      <ul class="motifs">
        ${version.rules.map((rule) => html`<li key=${rule.id}>${describeRule(rule)}</li>`)}
      </ul>
      ${
        !isLatest &&
        mayChange() &&
        html`<button type="button" class="lien" onClick=${take}>${t("ciblage.reprendre")}</button>`
      }
    </li>
  `;
}

export const Versions = ({ set }) => html`
  <div class="feuille">
    <${Fold}
      id="versions" title=${t("ciblage.versions")} lines=${3}
      read=${(signal) => api.get(`/eligibility/rulesets/${set.id}/versions`, {}, signal)}
    >
      ${(versions) => html`
        <ol class="histoire">
          ${versions.map(
            (one) => html`<${Version} version=${one} isLatest=${one.numero === set.version} key=${one.numero} />`,
          )}
        </ol>
      `}
    <//>
  </div>
`;
