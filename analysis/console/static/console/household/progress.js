/** How much of what is due of a household's form is filled in: of each section and of all, while it is written. */

import { t } from "../i18n.js";
import { html, useEffect, useSignal } from "../preact.js";

const DUE = "[data-attendu]";

/** Count what is due of a section: {id, filled, all, isOpen}. */
function countSection(section) {
  const controls = [...section.querySelectorAll(DUE)];
  const filled = controls.filter(({ value }) => value.trim() !== "").length;
  return { id: section.dataset.section, filled, all: controls.length, isOpen: section.open };
}

/** Return the counts of the sections of the form in `box`, as a signal that follows what is written. */
export function useProgress(box) {
  const counts = useSignal(/** @type {ReturnType<typeof countSection>[]} */ ([]));
  useEffect(() => {
    const form = box.current.querySelector("form");
    const look = () => {
      counts.value = [...form.querySelectorAll("[data-section]")].map(countSection);
    };
    const later = () => requestAnimationFrame(look); // a region that was chosen empties its secteur first
    look();
    form.addEventListener("input", later);
    form.addEventListener("change", later);
    form.addEventListener("toggle", look, true); // of its sections, which does not bubble
    return () => {
      for (const name of ["input", "change"]) form.removeEventListener(name, later);
      form.removeEventListener("toggle", look, true);
    };
  }, []);
  return counts;
}

/** Say how much of a section is filled in; one of which nothing is due is optional as a whole. */
const describeSection = ({ filled, all }) => (all ? t("menage.remplis", { filled, all }) : t("menage.facultatif"));

/** Say beside a section's title how much of what is due there is filled in. */
export function SectionCount({ id, counts }) {
  const own = counts.value.find((one) => one.id === id);
  return own ? html` <span class="doux remplis">${describeSection(own)}</span>` : null;
}

const findSection = (id) => /** @type {any} */ (document.querySelector(`.fiche-menage [data-section="${id}"]`));

/** Close the other sections: one is in work. What is written there stays. */
export function closeOthers(id) {
  for (const section of document.querySelectorAll(".fiche-menage [data-section]"))
    if (section !== findSection(id)) section.removeAttribute("open");
}

/** Open a section and go there; of a form that `isStepped` the others close. */
export function goTo(id, isStepped) {
  const section = findSection(id);
  section.open = true;
  if (isStepped) closeOthers(id);
  section.scrollIntoView({ block: "start" });
  section.querySelector("summary").focus({ preventScroll: true });
}

/** Show the sections as steps, each with how full it is; a press goes there. */
export function Steps({ counts, isStepped }) {
  const sum = (name) => counts.value.reduce((total, one) => total + one[name], 0);
  const step = (one) => html`
    <li key=${one.id}>
      <button
        type="button" aria-current=${isStepped && one.isOpen ? "step" : null}
        onClick=${() => goTo(one.id, isStepped)}
      >
        <span class="long">${t(`menage.section.${one.id}`)}</span>
        <span class="court" aria-hidden="true">${t(`menage.etape.${one.id}`)}</span>
        <small>${one.all ? `${one.filled}/${one.all}` : t("menage.facultatif.court")}</small>
        <progress max=${one.all || 1} value=${one.filled} aria-hidden="true" />
      </button>
    </li>
  `;
  return html`
    <nav class="etapes-fiche" aria-label=${t("menage.etapes")}>
      <p class="doux petit" role="status">${t("menage.attendus", { filled: sum("filled"), all: sum("all") })}</p>
      <ol>${counts.value.map(step)}</ol>
    </nav>
  `;
}
