/** The editor of a rule set: its name, its groups of rules, and beside them what they would do. */

import { Choice, InputField, SelectField } from "../components/fields.js";
import { Form } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { catalogue } from "./catalogue.js";
import { change, draft, isChanged, mayChange, saveDraft, simulation } from "./draft.js";
import { Explain } from "./explain.js";
import { Live } from "./live.js";
import { RuleRow } from "./rule-row.js";
import { isComplete, makeRule } from "./rules.js";

/** Return how many households pass each rule now, by its key: the answer holds the active complete ones in order. */
function countPassed() {
  const { byName } = catalogue.value;
  const counted = draft.value.groupes.flat().filter((rule) => rule.actif && isComplete(rule, byName.get(rule.champ)));
  const passed = simulation.value?.parRegle ?? [];
  return new Map(counted.map((rule, place) => [rule.key, passed[place]?.valides ?? null]));
}

const addRule = () => {
  const first = makeRule(catalogue.value.byName.get("scorePmt"));
  change({ groupes: [...draft.value.groupes, [first]] });
};

const addAlternative = (place) => {
  const like = draft.value.groupes[place].at(-1);
  const fresh = makeRule(catalogue.value.byName.get(like.champ));
  change({ groupes: draft.value.groupes.map((group, at) => (at === place ? [...group, fresh] : group)) });
};

/** Show a group: within it the other word joins than between groups. */
function Group({ group, place, first, passed }) {
  const inner = draft.value.logique === "AND" ? "regle.ou" : "regle.et";
  const parts = group.map(
    (rule, at) => html`
      ${at > 0 && html`<p class="liant">${t(inner)}</p>`}
      <${RuleRow} rule=${rule} place=${first + at} passed=${passed.get(rule.key) ?? null} key=${rule.key} />
    `,
  );
  return html`
    <div class="groupe-regles">
      ${parts}
      <button type="button" class="lien" onClick=${() => addAlternative(place)}>
        ${t(draft.value.logique === "AND" ? "regle.ajouter.ou" : "regle.ajouter.et")}
      </button>
    </div>
  `;
}

function Groups() {
  const { groupes, logique } = draft.value;
  const passed = countPassed();
  const outer = logique === "AND" ? "regle.et" : "regle.ou";
  let first = 1;
  const sections = groupes.map((group, place) => {
    const start = first;
    first += group.length;
    return html`
      ${place > 0 && html`<p class="liant fort">${t(outer)}</p>`}
      <${Group} group=${group} place=${place} first=${start} passed=${passed} key=${group[0].key} />
    `;
  });
  return html`
    ${!groupes.length && html`<p class="doux">${t("ciblage.sansregle")}</p>`}
    ${sections}
    <button type="button" class="bouton" id="ajouter-regle" onClick=${addRule}>
      <${Icon} name="plus" />${t("regle.ajouter")}
    </button>
  `;
}

function Settings() {
  const { nom, description, logique, actif, estTemplate, programmeId } = draft.value;
  const set = (name) => (event) => change({ [name]: event.target.value });
  const tick = (name) => (event) => change({ [name]: event.target.checked });
  const programmes = catalogue.value.programmes.map((one) => [one.id, one.nom]);
  return html`
    <${InputField} label=${t("ciblage.nom")} name="nom" value=${nom} required maxlength="255" onInput=${set("nom")} />
    <${InputField}
      label=${t("ciblage.description")} name="description" value=${description} maxlength="2000"
      onInput=${set("description")}
    />
    <div class="deux">
      <${SelectField}
        label=${t("ciblage.logique")} name="logique" value=${logique} onChange=${set("logique")}
        options=${[["AND", t("ciblage.logique.AND")], ["OR", t("ciblage.logique.OR")]]}
      />
      <${SelectField}
        label=${t("ciblage.programme")} name="programmeId" value=${programmeId} onChange=${set("programmeId")}
        options=${[["", t("ciblage.sansprogramme")], ...programmes]}
      />
    </div>
    <div class="outils">
      <${Choice} name="actif" checked=${actif} onChange=${tick("actif")}>${t("ciblage.actif")}<//>
      <${Choice} name="estTemplate" checked=${estTemplate} onChange=${tick("estTemplate")}>${t("ciblage.modele")}<//>
    </div>
  `;
}

/** `onSaved(id)` when the set was stored. */
export function Editor({ onSaved }) {
  const label = mayChange() ? t("enregistrer") : null;
  return html`
    <div class="editeur">
      <div class="feuille">
        <${Form}
          label=${label} send=${saveDraft} onDone=${onSaved}
          extra=${isChanged.value && html`<span class="doux petit">${t("ciblage.nonenregistre")}</span>`}
        >
          <${Settings} />
          <section class="regles" aria-label=${t("ciblage.regles")} data-champ="rules">
            <h2>${t("ciblage.regles")}</h2>
            <${Groups} />
          </section>
        <//>
      </div>
      <div class="pile cote-direct"><${Live} /><${Explain} /></div>
    </div>
  `;
}
