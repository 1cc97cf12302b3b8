/** What was changed in the form of a household, as the API takes it. */

import { listSections, nameControl, readValue, writeValue } from "./fields.js";

const AREAS = ["region", "secteur", "localite"];
const POSITION = ["latitude", "longitude", "altitude", "precisionGps"];

const findControl = (form, name) => form.querySelector(`[name="${name}"]`);

/** Collect the fields of a section that differ from what was read. */
function collectSection(form, { part, fields }, holder) {
  const changed = {};
  for (const field of fields) {
    const typed = findControl(form, nameControl(part, field.name))?.value ?? "";
    if (typed.trim() !== writeValue(field, holder?.[field.name])) changed[field.name] = readValue(field, typed);
  }
  return changed;
}

/** Collect areas and position: those of one kind belong together, so all are sent when one differs. */
function collectPlace(form, household) {
  const readArea = (name) => findControl(form, name).value || null;
  const readNumber = (name) => findControl(form, name).value.trim().replace(",", ".") || null;
  const areas = Object.fromEntries(AREAS.map((name) => [name, readArea(name)]));
  const position = Object.fromEntries(POSITION.map((name) => [name, readNumber(name)]));
  const isMoved = AREAS.some((name) => areas[name] !== (household?.[name]?.id ?? null));
  const isPlaced = POSITION.some((name) => position[name] !== (household?.[name] ?? null));
  return { ...(isMoved ? areas : {}), ...(isPlaced ? position : {}) };
}

/** Return the changed values of the form; of a new household, all that were filled in. */
export function collectChanges(form, household) {
  const values = collectPlace(form, household);
  for (const section of listSections()) {
    const changed = collectSection(form, section, section.part ? household?.[section.part] : household);
    if (!section.part) Object.assign(values, changed);
    else if (Object.keys(changed).length) values[section.part] = changed;
  }
  return values;
}
