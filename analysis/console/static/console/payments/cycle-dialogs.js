/** The dialogs of a cycle: what each asks for, and what it sends. */

import { saveFile } from "../components/download.js";
import { Choice, Field, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { code, fullDate, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { money } from "./parts.js";
import { RunPreview } from "./run-preview.js";

const FEES = "transferts.gerer_tarifs";

export const Note = ({ name, label, required = false }) => html`
  <${Field} label=${label} name=${name}>
    <textarea name=${name} id="f-${name}" maxlength="2000" required=${required} />
  <//>
`;

/** Read the accounts from which a cycle may be paid. */
async function readAccounts(cycle) {
  const programme = await api.get(`/programmes/${cycle.programme.id}`);
  return api.get("/comptes-operateurs", { projet: programme.projet.id, statut: "actif", limit: 100 });
}

/** List the accounts from which a cycle may be paid, as [code, "Operator: free amount"]. */
async function listAccounts(cycle) {
  return (await readAccounts(cycle)).map((one) => [
    one.operateur,
    t("comptes.libre", { nom: one.operateurLabel, montant: money(one.disponible) }),
  ]);
}

function Operator({ options, isOptional = false }) {
  const first = isOptional ? [["", t("cycles.selonliste")]] : [];
  return html`<${SelectField} label=${t("operateur")} name="operateur" options=${[...first, ...options]} />`;
}

const chosen = (form, ...names) =>
  Object.fromEntries(names.map((name) => [name, form[name]?.value]).filter(([, value]) => value));

/** `key`: the words of the act, which is another one where there is a list already. */
export async function askCalculation(cycle, key) {
  const parts = html`<${Operator} options=${await listAccounts(cycle)} isOptional />`;
  const send = (form) => api.send("POST", `/cycles/${cycle.id}/calculer`, chosen(form, "operateur"));
  return ask({
    title: t(key),
    text: t(`${key}.texte`),
    parts,
    label: t(key),
    send,
  });
}

export async function askFees(cycle) {
  const parts = html`<${Operator} options=${await listAccounts(cycle)} />`;
  const send = (form) =>
    api.send("POST", "/grilles-tarifaires/appliquer-lot", { cycleId: cycle.id, ...chosen(form, "operateur") });
  return ask({ title: t("cycles.frais"), text: t("cycles.frais.texte"), parts, label: t("cycles.frais"), send });
}

const describeStep = ({ totaux }, key) =>
  t(`${key}.texte`, {
    n: totaux.nombre,
    montant: t(totaux.frais ? "cycles.avec" : "cycles.sans", { montant: money(totaux.montant + totaux.frais) }),
  });

/** Say of a list that is about to be frozen that no fees were applied to it, and who applies them. */
const describeFees = ({ totaux }) =>
  totaux.frais ? "" : t(may(FEES) ? "cycles.soumettre.sansfrais" : "cycles.soumettre.sansfrais.autrui");

/**
 * Ask before a step of the validation or of a run.
 * @param {any} cycle
 * @param {string} path
 * @param {string} key
 * @param {any} [parts]
 * @param {string} [name]
 */
export const askStep = (cycle, path, key, parts = null, name = "commentaire") =>
  ask({
    title: t(key),
    text: [describeStep(cycle, key), key === "cycles.soumettre" && describeFees(cycle)].filter(Boolean).join(" "),
    parts,
    label: t(key),
    send: (form) => api.post(`/cycles/${cycle.id}/${path}`, form[name] ? { [name]: form[name].value } : undefined),
  });

/** Say of a cycle whose period is still to come that it is paid before that. */
const describeHaste = ({ dateDebut }) =>
  dateDebut > new Date().toLocaleDateString("sv") ? t("cycles.executer.tot", { jour: fullDate(dateDebut) }) : "";

const listProviders = (providers) => providers.map((one) => [one, code("fournisseur", one)]);

/** Ask by which way and operator payments leave, and show what that would send: of those that failed nothing is known
 * before they are tried. */
function Execution({ cycle, providers, accounts, isRetry }) {
  const way = useSignal({ fournisseur: providers[0], operateur: "" });
  const choose = ({ target }) => {
    if (target.name in way.value) way.value = { ...way.value, [target.name]: target.value };
  };
  return html`
    <div class="pile" onChange=${choose}>
      <${SelectField} label=${t("fournisseur")} name="fournisseur" options=${listProviders(providers)} />
      <${Operator} options=${accounts} isOptional />
      ${!isRetry && html`<${RunPreview} cycle=${cycle} ...${way.value} />`}
      <${Choice} name="compris" required>${t("cycles.compris")}<//>
    </div>
  `;
}

/** `caution`: why another account should pay the list, or null. */
export async function askExecution(cycle, providers, path, key, caution) {
  const isRetry = path !== "executer";
  const accounts = await listAccounts(cycle);
  const send = (form) => api.send("POST", `/cycles/${cycle.id}/${path}`, chosen(form, "fournisseur", "operateur"));
  const text = [t(`${key}.texte`, { n: cycle.totaux.echoues }), describeHaste(cycle)].filter(Boolean).join(" ");
  const parts = html`
    ${caution && html`<p class="note" id="avertissement">${caution}</p>`}
    <${Execution} cycle=${cycle} providers=${providers} accounts=${accounts} isRetry=${isRetry} />
  `;
  return ask({ title: t(key), text, parts, label: t(key), send });
}

/** Ask for a validation, and show whether the accounts have what the cycle will take. */
export const askValidation = (cycle, comment) =>
  askStep(cycle, "valider", "cycles.valider", html`<${RunPreview} cycle=${cycle} isWhole />${comment}`);

/** Ask for another try of one payment that failed: as it went last, or another way. */
export async function askRetry(cycle, providers, payment) {
  const options = [["", t("paiements.commeavant")], ...listProviders(providers)];
  const parts = html`
    <${SelectField} label=${t("fournisseur")} name="fournisseur" options=${options} />
    <${Operator} options=${await listAccounts(cycle)} isOptional />
  `;
  const send = (form) => api.post(`/paiements/${payment.id}/relancer`, chosen(form, "fournisseur", "operateur"));
  const title = t("paiements.relancer.titre", { nom: payment.beneficiaire.nomComplet });
  const text = t("paiements.relancer.texte", { montant: money(payment.montant), motif: payment.motifEchec ?? "–" });
  return ask({ title, text, parts, label: t("paiements.relancer"), send });
}

/** Read for which operators payments wait, as [code, "Operator: 12 payments"], the one with the most first. */
async function listAwaitedOperators(cycle) {
  const accounts = await readAccounts(cycle);
  const count = async ({ operateur, operateurLabel }) => {
    const query = { statut: "en_cours", operateur, limit: 1 };
    const { pagination } = await api.getJson(`/cycles/${cycle.id}/paiements`, query);
    return { operateur, nom: operateurLabel, n: pagination.total };
  };
  const found = await Promise.all(accounts.map(count));
  const awaited = found.filter(({ n }) => n > 0).sort((one, other) => other.n - one.n);
  return (awaited.length ? awaited : found).map(({ operateur, nom, n }) => [
    operateur,
    t("intitule", { nom, valeur: t("paiements.compte", { n }) }),
  ]);
}

export async function fetchInstructions(cycle) {
  const formats = ["csv", "xlsx", "xml"].map((one) => [one, one.toUpperCase()]);
  const parts = html`
    <${Operator} options=${await listAwaitedOperators(cycle)} />
    <${SelectField} label=${t("format")} name="format" options=${formats} />
  `;
  const send = (form) => api.getFile(`/cycles/${cycle.id}/fichier-paiement`, chosen(form, "operateur", "format"));
  const file = await ask({
    title: t("cycles.fichier"),
    text: t("cycles.fichier.texte"),
    parts,
    label: t("cycles.fichier"),
    send,
  });
  if (file) saveFile(file.blob, file.name ?? cycle.code);
  return null;
}
