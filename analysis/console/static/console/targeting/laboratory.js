/** The targeting laboratory: designs side by side, before anybody is enrolled. Nothing of a comparison is stored. */

import { Done, Failure, Loaded, Skeleton } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import { Breakdown, DesignMap, Overlaps } from "./comparison.js";
import { Curves } from "./curves.js";
import { DesignCard } from "./design-card.js";
import * as lab from "./laboratory-state.js";
import { askStore, findLink, SavedDesigns } from "./saved-designs.js";
import { Selections } from "./selections.js";
import { SurveyErrors } from "./survey.js";
import { AllZones } from "./zones.js";

/** What a household receives, and the budget of a year. */
function Costs() {
  const { montantParCycle, cyclesParAn, budgetAnnuel } = lab.content.value;
  const set = (name, least) => (event) => {
    const text = event.target.value;
    const value = Math.round(Number(text));
    if (text === "" ? name === "budgetAnnuel" : value >= least)
      lab.changeContent({ [name]: text === "" ? null : value });
  };
  const input = (label, name, value, least) => html`
    <label class="champ">
      <span>${label}</span>
      <input type="number" id="labo-${name}" min=${least} step="1" defaultValue=${value ?? ""}
        onInput=${set(name, least)} />
    </label>
  `;
  return html`
    <div class="outils couts">
      ${input(t("labo.montant"), "montantParCycle", montantParCycle, 0)}
      ${input(t("labo.cycles"), "cyclesParAn", cyclesParAn, 1)}
      ${input(t("labo.budget"), "budgetAnnuel", budgetAnnuel, 0)}
    </div>
  `;
}

function Head({ notice }) {
  const { data } = lab.opened.value ?? {};
  const copy = async () => {
    await navigator.clipboard?.writeText(findLink(data.id));
    notice.value = t("labo.adresse.copiee");
  };
  const store = () =>
    askStore((done) => {
      lab.opened.value = { data: done, tag: null };
      notice.value = t("labo.enregistre");
      setView({ element: done.id });
    });
  return html`
    <div class="fil">
      <h2>${data?.nom ?? t("labo.nouveau")}</h2>
      <div class="actions">
        ${
          data &&
          html`
            <button type="button" class="bouton"
              onClick=${() => setView({ element: null })}>${t("labo.recommencer")}</button>
            <button type="button" class="bouton" onClick=${copy}>${t("labo.adresse")}</button>
          `
        }
        ${
          may("transferts.modifier") &&
          html`<button type="button" class="bouton" id="labo-enregistrer"
            onClick=${store}>${t("labo.enregistrer")}</button>`
        }
      </div>
    </div>
    ${data?.description && html`<p class="doux">${data.description}</p>`}
    ${notice.value && html`<${Done} text=${notice.value} />`}
  `;
}

function Designs({ results }) {
  const { scenarios } = lab.content.value;
  const add = () => lab.addDesign(t("labo.dessin.numero", { n: scenarios.length + 1 }));
  return html`
    <ul class="dessins">
      ${scenarios.map(
        (design, place) => html`
          <${DesignCard} design=${design} place=${place} result=${results?.[place] ?? null} key=${place} />
        `,
      )}
    </ul>
    ${
      scenarios.length < lab.MOST &&
      html`
        <button type="button" class="bouton" id="labo-ajouter" onClick=${add}>
          <${Icon} name="plus" />${t("labo.ajouter")}
        </button>
      `
    }
  `;
}

function Results({ found }) {
  return html`
    <p class="doux" role="status">${t("labo.surtous", { n: found.totalMenages })}</p>
    <${Curves} scenarios=${found.scenarios} />
    <div class="deux-feuilles">
      <${DesignMap} scenarios=${found.scenarios} />
      <${Overlaps} rows=${found.recouvrements} />
    </div>
    <${AllZones} scenarios=${found.scenarios} />
    <${Breakdown} scenarios=${found.scenarios} />
  `;
}

function Bench() {
  const notice = useSignal("");
  const found = lab.comparison.answer.value;
  const isThere = found && !(found instanceof Error);
  return html`
    <${Head} notice=${notice} />
    <${Costs} key=${lab.opened.value?.data.id ?? "nouveau"} />
    <${Designs} results=${isThere ? found.scenarios : null} />
    ${found === null && html`<${Skeleton} lines=${8} />`}
    ${found instanceof Error && html`<${Failure} error=${found} onRetry=${lab.comparison.retry} />`}
    ${isThere && html`<${Results} found=${found} />`}
    <${SurveyErrors} />
    ${lab.choices.value?.programmes.length > 0 && html`<${Selections} programmes=${lab.choices.value.programmes} />`}
    <${SavedDesigns} />
  `;
}

export function Page() {
  const { element } = view.value;
  const loader = useMemo(createLoader, []);
  useEffect(() => {
    lab.choices.load(lab.readChoices);
  }, []);
  useEffect(() => {
    loader.load(async (signal) => {
      const found = element && (await api.getTagged(`/eligibility/laboratoire/scenarios/${element}`, signal));
      lab.beginContent(found || null, [t("labo.dessin.numero", { n: 1 }), t("labo.dessin.numero", { n: 2 })]);
      return true;
    });
    return loader.abort;
  }, [element]);
  return html`<div class="pile"><${Loaded} from=${loader}>${() => html`<${Bench} />`}<//></div>`;
}
