/** Rules as they are edited: groups of rules, whose values are what was typed. */

let lastKey = 0;
const makeKey = () => {
  lastKey += 1;
  return lastKey;
};

const NOBODY = { sexe: null, ageMin: null, ageMax: null, handicap: null };

/** Make a rule about a field, with its first operator and no value. */
export function makeRule(field) {
  return {
    key: makeKey(),
    nom: "",
    champ: field.nom,
    operateur: field.operateurs.includes("<=") ? "<=" : field.operateurs[0],
    valeur: field.type === "boolean" ? true : "",
    valeurSecondaire: "",
    personnes: field.comptePersonnes ? { ...NOBODY } : null,
    obligatoire: false,
    actif: true,
    messageEchec: "",
  };
}

/** Turn a rule of the API into one that is edited. */
const openRule = (rule) => ({
  key: makeKey(),
  nom: rule.nom,
  champ: rule.champ,
  operateur: rule.operateur,
  valeur: rule.valeur,
  valeurSecondaire: rule.valeurSecondaire ?? "",
  personnes: rule.personnes ? { ...NOBODY, ...rule.personnes } : null,
  obligatoire: rule.obligatoire,
  actif: rule.actif,
  messageEchec: rule.messageEchec ?? "",
  description: rule.description,
});

/** Group the rules of the API: a rule without a group is one of its own. */
export function groupRules(rules) {
  const groups = new Map();
  for (const rule of rules) {
    const name = rule.groupe ?? `seule ${rule.id ?? makeKey()}`;
    groups.set(name, [...(groups.get(name) ?? []), openRule(rule)]);
  }
  return [...groups.values()];
}

/** Whether the values of a rule are all there: the others do not count yet. */
export function isComplete(rule, field) {
  if (field.type === "number") {
    const low = Number(rule.valeur);
    if (rule.valeur === "" || Number.isNaN(low)) return false;
    return rule.operateur !== "between" || (rule.valeurSecondaire !== "" && Number(rule.valeurSecondaire) >= low);
  }
  if (field.type === "boolean") return true;
  const values = [rule.valeur].flat();
  return values.length > 0 && values.every((value) => /[\p{L}\p{N}]/u.test(value));
}

/** Return a rule as the API takes it. */
function closeRule({ key, valeur, valeurSecondaire, messageEchec, personnes, ...rest }, field, groupe, ordre) {
  const isRange = rest.operateur === "between";
  return {
    ...rest,
    nom: rest.nom || field.label,
    valeur,
    valeurSecondaire: isRange ? valeurSecondaire : null,
    messageEchec: messageEchec || null,
    ...(personnes ? { personnes } : {}),
    groupe,
    ordre,
  };
}

/** Return the rules of groups as the API takes them. */
export function listRules(groups, byName) {
  let place = 0;
  return groups.flatMap((group, number) =>
    group.map((rule) => {
      place += 1;
      return closeRule(rule, byName.get(rule.champ), group.length > 1 ? number + 1 : null, place);
    }),
  );
}

/** Return the complete rules as a simulation takes them, and how many are not complete. */
export function pickComplete(groups, byName) {
  const complete = groups.map((group) => group.filter((rule) => isComplete(rule, byName.get(rule.champ))));
  const all = groups.reduce((sum, group) => sum + group.length, 0);
  // A rule that nobody named is named by the server, which says whom it counts, too.
  const rules = listRules(complete, byName).map(({ messageEchec, description, ordre, nom, ...rule }) =>
    nom === byName.get(rule.champ).label ? rule : { ...rule, nom },
  );
  return { rules, missing: all - rules.length };
}
