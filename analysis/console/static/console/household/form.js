/** The page that registers a household or changes one. Only what was changed is sent, with the version that was read: a
 * change that somebody else made meanwhile is never overwritten.
 */

import { savedHousehold } from "../cards/saved.js";
import { announce } from "../components/announce.js";
import { Loaded } from "../components/feedback.js";
import { Form } from "../components/forms.js";
import { t } from "../i18n.js";
import { Aged } from "../offline/aged.js";
import { findAge } from "../offline/held-answers.js";
import { WaitNote } from "../offline/offline-line.js";
import { drop, findWaiting, sendOrKeep } from "../offline/outbox.js";
import { layOver, takeResumed } from "../offline/resume.js";
import { html, useEffect, useElement, useMemo, useRef, useSignal } from "../preact.js";
import { createLoader } from "../state/loader.js";
import { openPage, setView, view } from "../state/view.js";
import { collectChanges } from "./changes.js";
import { dropStored, findStored, followDraft, leaveDraft, takeDraft } from "./draft.js";
import { askToDiscard, DraftOffer } from "./draft-offer.js";
import { listSections } from "./fields.js";
import { AreaFields, PositionFields } from "./places-fields.js";
import { Steps, useProgress } from "./progress.js";
import { readForm } from "./read-form.js";
import { Fold, Section } from "./section.js";

const NEW = "nouveau";
const NEW_TARGET = { method: "POST", path: "/menages" };

function HouseholdForm({ found, element, entry, draft }) {
  const { household, tag, areas } = found;
  const isOver = useRef(false); // sent, or given up
  const isAged = findAge(household) !== null;
  const laid = entry?.body ?? draft;
  const merged = { ...found, household: laid ? layOver(household, laid) : household };
  const box = useElement();
  const counts = useProgress(box);
  const holder = useMemo(() => ({ current: /** @type {any} */ (null) }), []);
  const findChanges = useRef(() => /** @type {any} */ (null));
  const send = (form) => {
    const body = collectChanges(form, household);
    const name = household?.codeMenage ?? body.chefMenage?.nomComplet ?? "";
    const target = household ? { method: "PUT", path: `/menages/${household.id}`, tag } : NEW_TARGET;
    return sendOrKeep({ kind: household ? "menage" : "nouveau", name, body, ...target });
  };
  const finish = async (answer) => {
    isOver.current = true;
    await Promise.all([dropStored(element), entry && drop(entry.id)]);
    if (answer.waits) {
      openPage("attente");
      return;
    }
    const id = household?.id ?? answer.data.id;
    announce(t("menage.enregistre"));
    savedHousehold.value = id;
    dispatchEvent(new Event("tabanca:registre"));
    setView({ vue: "carte", element: null, fiche: `menage/${id}`, carte: null });
  };
  useEffect(() => {
    const form = box.current.querySelector("form");
    holder.current = form;
    savedHousehold.value = null;
    const before = draft ? "" : JSON.stringify(collectChanges(form, household));
    const collect = () => {
      const changes = collectChanges(form, household);
      return isOver.current || JSON.stringify(changes) === before ? null : changes;
    };
    findChanges.current = collect;
    const end = followDraft(form, { element, tag, collect });
    return () => {
      end();
      const changes = collect();
      if (changes) leaveDraft(element, changes);
    };
  }, []);
  const leave = async () => {
    if (findChanges.current() && !(await askToDiscard(household))) return;
    isOver.current = true;
    dropStored(element);
    setView({ vue: "carte", element: null, fiche: household ? `menage/${household.id}` : null });
  };
  const cancel = html`<button type="button" class="bouton" onClick=${leave}>${t("annuler")}</button>`;
  const [head, ...others] = listSections();
  const order = [head.id, "lieu", ...others.map(({ id }) => id)];
  /** A new household is entered step by step; of one that is corrected, what is looked for is not known. */
  const place = (id) => {
    const at = order.indexOf(id);
    if (household) return { id, counts, isOpen: !others[at - 2]?.isFolded };
    return { id, counts, isOpen: at === 0, next: order[at + 1] ?? null };
  };
  return html`
    <div class="fiche-menage" ref=${box}>
      ${household && html`<${Aged} parts=${[household]} onBack=${() => {}} />`}
      ${household && html`<p class="doux">${t("menage.modifie", { code: household.codeMenage })}</p>`}
      ${draft && html`<p class="note" role="status">${t("menage.brouillon")}</p>`}
      <${WaitNote} />
      <${Form} label=${t("enregistrer")} send=${send} onDone=${finish} extra=${cancel}>
        <${Steps} counts=${counts} isStepped=${!household} />
        <${Section} section=${head} found=${merged} isAged=${isAged} ...${place(head.id)} />
        <${Fold} ...${place("lieu")}>
          <${AreaFields} household=${merged.household} areas=${areas} />
          <${PositionFields} household=${merged.household} form=${holder} areas=${areas} />
        <//>
        ${others.map(
          (section) => html`
            <${Section}
              key=${section.id} section=${section} found=${merged} isAged=${isAged} ...${place(section.id)}
            />
          `,
        )}
      <//>
    </div>
  `;
}

/** Show the form with what was entered before; of a draft on the device its person says first what becomes of it. */
function Entry({ found, element }) {
  const { household, tag } = found;
  const entry = useMemo(() => takeResumed(household), []);
  const draft = useSignal(useMemo(() => (entry ? null : takeDraft(element)), []));
  const offered = useSignal(entry || draft.value ? null : found.stored);
  const take = () => {
    draft.value = offered.value.changes;
    offered.value = null;
  };
  const giveUp = async () => {
    await dropStored(element);
    offered.value = null;
  };
  return offered.value
    ? html`<${DraftOffer} stored=${offered.value} household=${household} tag=${tag} onTake=${take} onDrop=${giveUp} />`
    : html`<${HouseholdForm} found=${found} element=${element} entry=${entry} draft=${draft.value} />`;
}

/** Say that a change waits already: a second one would be made of what the first has not changed yet. */
const AlreadyWaits = () => html`
  <div class="note">
    <p>${t("horsligne.deja")}</p>
    <button type="button" class="bouton" onClick=${() => openPage("attente")}>${t("attente.titre")}</button>
  </div>
`;

export function Page() {
  const { element } = view.value;
  const loader = useMemo(createLoader, []);
  useEffect(() => {
    loader.load(async (signal) => {
      const id = element === NEW ? null : element;
      const [found, stored] = await Promise.all([readForm(id, signal), findStored(element)]);
      return { ...found, stored };
    });
    return loader.abort;
  }, [element]);
  return html`
    <${Loaded} from=${loader} lines=${9}>
      ${(found) =>
        findWaiting(`/menages/${element}`)
          ? html`<${AlreadyWaits} />`
          : html`<${Entry} key=${element} element=${element} found=${found} />`}
    <//>
  `;
}
