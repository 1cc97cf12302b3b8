/** The receipt checks of a cycle: a sample of the paid, what they answered, and what that says of all. */

import { Done, Failure, Loaded } from "../components/feedback.js";
import { InputField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { code, date, number, percent, t } from "../i18n.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { Answers } from "./check-answers.js";
import { Tile } from "./parts.js";

const CHECK = "transferts.rapprocher";
const MARGIN = 5; // percent, as the API has them
const CONFIDENCE = 95;
const LISTED = 20; // samples of one cycle that are offered, the latest first

/** Ask for a sample; `isAnother` when the cycle has one. */
function askSample(cycle, isAnother) {
  const parts = html`
    <${InputField}
      label=${t("verifications.marge")} name="marge" type="number" min="1" max="50" step="0.5" value=${MARGIN} required
      help=${t("verifications.marge.aide")}
    />
    <${InputField}
      label=${t("verifications.confiance")} name="confiance" type="number" min="50" max="99.9" step="0.1"
      value=${CONFIDENCE} required
    />
    ${
      isAnother &&
      html`<${InputField}
        label=${t("verifications.motif")} name="motif" maxlength="500" required help=${t("verifications.motif.aide")}
      />`
    }
  `;
  const send = (form) =>
    api.post(`/cycles/${cycle.id}/verifications`, {
      marge: Number(form.marge.value),
      confiance: Number(form.confiance.value),
      ...(form.motif ? { motif: form.motif.value } : {}),
    });
  const title = t("verifications.tirer");
  return ask({ title, text: t("verifications.tirer.texte"), parts, label: title, send });
}

/** Say what the answers so far show of all who were paid. */
const describeEstimate = ({ estimation }) =>
  estimation
    ? t("verifications.estime", {
        taux: percent(estimation.taux),
        bas: percent(estimation.bas),
        haut: percent(estimation.haut),
      })
    : t("verifications.sansreponse");

const Stratum = ({ stratum }) => html`
  <tr>
    <td>${stratum.region ?? "–"}<div class="petit doux">${code("operateur", stratum.operateur)}</div></td>
    <td class="droite" data-nom=${t("verifications.repondus")}>
      ${number(stratum.repondus)} / ${number(stratum.taille)}
    </td>
    <td class="droite" data-nom=${t("verifications.ecarts")}>${number(stratum.ecarts)}</td>
    <td class="droite" data-nom=${t("verifications.taux")}>
      ${stratum.estimation ? percent(stratum.estimation.taux) : "–"}
    </td>
  </tr>
`;

const HEADS = ["region", "verifications.repondus", "verifications.ecarts", "verifications.taux"];

const Result = ({ check }) => html`
  <section class="feuille">
    <h3>${t("verifications.resultat")}</h3>
    <p>${describeEstimate(check.total)}</p>
    <div class="carreaux">
      <${Tile} value=${number(check.total.population)} label=${t("paiements.reussis", { n: check.total.population })} />
      <${Tile}
        value=${`${number(check.total.repondus)} / ${number(check.total.taille)}`} label=${t("verifications.repondus")}
      />
      <${Tile}
        value=${number(check.total.ecarts)} label=${t("verifications.ecarts")} kind=${check.total.ecarts ? "rouge" : ""}
      />
    </div>
    ${
      check.motif &&
      html`<p class="doux petit">${t("verifications.encore", { numero: check.numero, motif: check.motif })}</p>`
    }
    <p class="doux petit">
      ${t("verifications.tirage", {
        graine: String(check.graine),
        marge: String(check.marge),
        confiance: String(check.confiance),
      })}
    </p>
    <table class="lignes paiements">
      <caption class="hors-vue">${t("verifications.strates")}</caption>
      <thead>
        <tr>
          ${HEADS.map((name, at) => html`<th scope="col" class=${at ? "droite" : ""} key=${name}>${t(name)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${check.strates.map((stratum) => html`<${Stratum} stratum=${stratum} />`)}
      </tbody>
    </table>
  </section>
`;

/** Show one sample: its result, and the people to ask. */
function Check({ id }) {
  const loader = useMemo(createLoader, []);
  useEffect(() => {
    loader.load((signal) => api.get(`/verifications/${id}`, {}, signal));
    return loader.abort;
  }, [id]);
  return html`
    <${Loaded} from=${loader}>${(check) => html`<${Result} check=${check} />`}<//>
    <${Answers} id=${id} onAnswer=${loader.reload} />
  `;
}

const Choices = ({ found, chosen, onChoose }) => html`
  <div class="choix-rangee" role="group" aria-label=${t("cycles.verifications")}>
    ${found.map(
      (check) => html`
        <button
          type="button" class="choix" key=${check.id} aria-pressed=${check.id === chosen}
          onClick=${() => onChoose(check.id)}
        >
          ${date(check.createdAt)} <b>${number(check.repondus)} / ${number(check.taille)}</b>
        </button>
      `,
    )}
  </div>
`;

/** Show the samples of a cycle: the latest, or the chosen one. */
export function Checks({ cycle }) {
  const loader = useMemo(createLoader, []);
  const chosen = useSignal("");
  const message = useSignal("");
  const failure = useSignal(/** @type {any} */ (null));
  useEffect(() => {
    loader.load((signal) => api.get(`/cycles/${cycle.id}/verifications`, { limit: LISTED }, signal));
    return loader.abort;
  }, [cycle.id]);
  const draw = async () => {
    failure.value = null;
    try {
      const drawn = await askSample(cycle, loader.value?.length > 0);
      if (!drawn) return;
      message.value = t("verifications.tire", { n: drawn.taille });
      chosen.value = drawn.id;
      loader.reload();
    } catch (error) {
      failure.value = error;
    }
  };
  const choose = (id) => {
    chosen.value = id;
  };
  const show = (found) => {
    const visibleId = chosen.value || found[0]?.id;
    return visibleId
      ? html`
        ${found.length > 1 && html`<${Choices} found=${found} chosen=${visibleId} onChoose=${choose} />`}
        <${Check} key=${visibleId} id=${visibleId} />
      `
      : html`<p class="doux">${t("cycles.verifications.aucun")}</p>`;
  };
  return html`
    <div class="pile">
      <p class="doux">${t("cycles.verifications.aide")}</p>
      ${
        may(CHECK) &&
        cycle.totaux.reussis > 0 &&
        html`<div class="actions">
          <button type="button" class="bouton" onClick=${draw}>${t("verifications.tirer")}</button>
        </div>`
      }
      ${message.value && html`<${Done} text=${message.value} />`}
      ${failure.value && html`<${Failure} error=${failure.value} />`}
      <${Loaded} from=${loader}>${show}<//>
    </div>
  `;
}
