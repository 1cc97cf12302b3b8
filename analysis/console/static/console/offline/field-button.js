/** The button that prepares a secteur for the field, with how far it is. */

import { announce } from "../components/announce.js";
import { Done, Failure, Progress } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html, useEffect, useRef, useSignal } from "../preact.js";
import { isAborted } from "../server/errors.js";
import * as places from "../server/places.js";
import { view } from "../state/view.js";
import { prepareSector } from "./field.js";
import { FIELD } from "./kept-paths.js";
import { isOffline } from "./offline-line.js";
import { findSeal } from "./seal.js";

/** Ask for a secteur; resolves with it, or null. */
const askSector = (sectors) =>
  ask({
    title: t("terrain"),
    text: t("terrain.texte", { n: number(FIELD.households) }),
    label: t("terrain.preparer"),
    parts: html`
      <${SelectField}
        label=${t("secteur")} name="secteur" value=${view.peek().secteur}
        options=${sectors.map(({ id, nom, region }) => [id, `${nom} (${region})`])}
      />
    `,
    send: async (form) => sectors.find(({ id }) => id === form.secteur.value),
  });

export function FieldButton() {
  const share = useSignal(/** @type {number | null} */ (null));
  const done = useSignal("");
  const failure = useSignal(/** @type {any} */ (null));
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  if (!findSeal()) return null; // this device keeps nothing
  const report = (count, all) => {
    share.value = count / all;
  };
  const run = async () => {
    const sector = await askSector(await places.listSectors());
    if (!sector) return;
    done.value = "";
    failure.value = null;
    share.value = 0;
    try {
      const { households, total } = await prepareSector(sector, report, leaving.current.signal);
      const words = { nom: sector.nom, nombre: number(households), total: number(total) };
      done.value = t(households < total ? "terrain.partie" : "terrain.pret", words);
      announce(done.value);
    } catch (error) {
      if (!isAborted(error)) failure.value = error;
    } finally {
      share.value = null;
    }
  };
  const isBusy = share.value !== null;
  return html`
    <section class="paquet">
      <button
        type="button" class="bouton large" id="terrain" disabled=${isBusy || isOffline.value} onClick=${run}
      >
        <${Icon} name="download" />${t("terrain")}
      </button>
      ${isBusy && html`<${Progress} share=${share.value} label=${t("terrain.lit")} />`}
      ${done.value && html`<${Done} text=${done.value} />`}
      ${failure.value && html`<${Failure} error=${failure.value} />`}
    </section>
  `;
}
