/** How much of a household's form is filled in: of each section and of all, while it is written. */

import { t } from "../i18n.js";
import { html, useEffect, useSignal } from "../preact.js";

const CONTROLS = ":is(input, select, textarea)[name]:not([type=hidden], [type=checkbox], [type=radio])";

/** Count the controls of a section: {id, filled, all}. */
function countSection(section) {
  const controls = [...section.querySelectorAll(CONTROLS)];
  const filled = controls.filter(({ value }) => value.trim() !== "").length;
  return { id: section.dataset.section, filled, all: controls.length };
}

/** Return the counts of the sections of the form in `box`, as a signal that follows what is written. */
export function useProgress(box) {
  const counts = useSignal(/** @type {{id: string, filled: number, all: number}[]} */ ([]));
  useEffect(() => {
    const form = box.current.querySelector("form");
    const look = () => {
      counts.value = [...form.querySelectorAll("[data-section]")].map(countSection);
    };
    const later = () => requestAnimationFrame(look); // a region that was chosen empties its secteur first
    look();
    form.addEventListener("input", later);
    form.addEventListener("change", later);
    return () => {
      for (const name of ["input", "change"]) form.removeEventListener(name, later);
    };
  }, []);
  return counts;
}

const describeProgress = ({ filled, all }) => t("menage.remplis", { filled, all });

/** Say beside a section's title how many of its fields are filled in. */
export function SectionCount({ id, counts }) {
  const own = counts.value.find((one) => one.id === id);
  return own ? html` <span class="doux remplis">${describeProgress(own)}</span>` : null;
}

function goTo(id) {
  const section = /** @type {any} */ (document.querySelector(`.fiche-menage [data-section="${id}"]`));
  section.open = true;
  section.scrollIntoView({ block: "start" });
  section.querySelector("summary").focus({ preventScroll: true });
}

/** Show the sections as steps, each with how full it is; a press goes there. */
export function Steps({ counts }) {
  const sum = (name) => counts.value.reduce((total, one) => total + one[name], 0);
  const step = (one) => html`
    <li key=${one.id}>
      <button type="button" onClick=${() => goTo(one.id)}>
        <span class="long">${t(`menage.section.${one.id}`)}</span>
        <span class="court" aria-hidden="true">${t(`menage.etape.${one.id}`)}</span>
        <small>${`${one.filled}/${one.all}`}</small>
        <progress max=${one.all} value=${one.filled} aria-hidden="true" />
      </button>
    </li>
  `;
  return html`
    <nav class="etapes-fiche" aria-label=${t("menage.etapes")}>
      <p class="doux petit" role="status">${describeProgress({ filled: sum("filled"), all: sum("all") })}</p>
      <ol>${counts.value.map(step)}</ol>
    </nav>
  `;
}
