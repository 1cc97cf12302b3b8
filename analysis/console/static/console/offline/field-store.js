/** What this device keeps of secteurs that were prepared: sealed as what was seen is, but for as many days as somebody
 * chose, whatever else is looked at. A row may be of several secteurs: tiles of the map are.
 */

import { findSeal, hideName } from "./seal.js";
import { clearRows, deleteRow, getRow, listRows, listRowsBy, putRow } from "./store.js";

const STORE = "terrain";
/** {field, until} of the addresses that are being read for a secteur. */
const marks = new Map();

/** Name a secteur as rows do: by a digest, which tells nobody where work is done. */
const hideSector = (id) => hideName(`secteur ${id}`, findSeal());

/** Have what is read from addresses kept for a secteur until a time (ms). */
export async function markForField(addresses, sectorId, until) {
  const field = await hideSector(sectorId);
  for (const address of addresses) marks.set(address, { field, until });
}

/** Make of a row, read from an address, one of the secteurs that it was read for and of those that have it; null where
 * it is of none. `kind` says of what it is. */
export async function makeFieldRow(address, kind, row) {
  const mark = marks.get(address);
  const before = await findFieldRow(row.name);
  if (!mark && !before) return null;
  const fields = new Set([...(before?.fields ?? []), ...(mark ? [mark.field] : [])]);
  return { ...row, kind, fields: [...fields], until: Math.max(before?.until ?? 0, mark?.until ?? 0) };
}

export const putFieldRow = (row) => putRow(STORE, row);

const isValid = ({ until }) => until > Date.now();

/** Find a row of any secteur; null where none has it, or its days are over. */
export async function findFieldRow(name) {
  const row = await getRow(STORE, name);
  return row && isValid(row) ? row : null;
}

/** Return whether a row of a secteur was read since a time (ms). */
export async function isFieldRowSince(address, name, since) {
  const row = await findFieldRow(name);
  return Boolean(row && row.at >= since && row.fields.includes(marks.get(address)?.field));
}

/** List the rows of a kind, of all secteurs. */
export const listFieldRows = async (kind) => (await listRows(STORE)).filter((row) => row.kind === kind && isValid(row));

export const forgetFieldRow = (name) => deleteRow(STORE, name);

const listRowsOf = async (sectorId) => listRowsBy(STORE, "fields", await hideSector(sectorId));

/** Return how many bytes a secteur takes. */
export async function measureField(sectorId) {
  const rows = await listRowsOf(sectorId);
  return rows.reduce((sum, { data }) => sum + data.byteLength, 0);
}

/** Remove what is kept of a secteur, but for what another one needs, too. `isOlder(row)` narrows it. */
export async function removeField(sectorId, isOlder = (_row) => true) {
  const own = await hideSector(sectorId);
  for (const [address, { field }] of marks) if (field === own) marks.delete(address);
  for (const row of (await listRowsOf(sectorId)).filter(isOlder)) {
    const fields = row.fields.filter((field) => field !== own);
    await (fields.length ? putRow(STORE, { ...row, fields }) : deleteRow(STORE, row.name));
  }
}

/** Remove what has had its days. */
export async function removeAgedField() {
  for (const { name } of await listRowsBy(STORE, "until", IDBKeyRange.upperBound(Date.now()))) {
    await deleteRow(STORE, name);
  }
}

export async function clearField() {
  marks.clear();
  await clearRows(STORE);
}
