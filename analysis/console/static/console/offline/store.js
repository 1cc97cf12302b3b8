/** The databases of this browser: in `tabanca` sealed rows of what was seen (`reponses`, `tuiles`), of what waits to be
 * sent (`attente`) and of whose they are (`etat`); in `tabanca-terrain` those of secteurs that were prepared.
 */

/** By database and store: what its rows are looked up by, and what they are found by besides. */
const DATABASES = {
  tabanca: {
    reponses: { key: "name", indexes: { at: {} } },
    tuiles: { key: "name", indexes: { at: {} } },
    etat: { key: "name", indexes: {} },
    attente: { key: "id", indexes: {} },
  },
  "tabanca-terrain": { terrain: { key: "name", indexes: { until: {}, fields: { multiEntry: true } } } },
};

/** The databases that are open, or being opened, by name. @type {Map<string, Promise<any>>} */
const open = new Map();

const settle = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function openDatabase(database) {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () => {
    for (const [name, { key, indexes }] of Object.entries(DATABASES[database])) {
      const store = request.result.createObjectStore(name, { keyPath: key });
      for (const [index, how] of Object.entries(indexes)) store.createIndex(index, index, how);
    }
  };
  return settle(request).catch((error) => {
    open.delete(database);
    throw error;
  });
}

/** Run `work(store)`, which returns a request, and return its result once the change is on the disk. */
async function run(name, mode, work) {
  const database = name in DATABASES.tabanca ? "tabanca" : "tabanca-terrain";
  if (!open.has(database)) open.set(database, openDatabase(database));
  const change = (await open.get(database)).transaction(name, mode);
  const ended = new Promise((resolve, reject) => {
    change.oncomplete = resolve;
    change.onabort = () => reject(change.error);
  });
  const [result] = await Promise.all([settle(work(change.objectStore(name))), ended]);
  return result;
}

export const putRow = (name, row) => run(name, "readwrite", (store) => store.put(row));
export const getRow = (name, id) => run(name, "readonly", (store) => store.get(id));
export const countRows = (name) => run(name, "readonly", (store) => store.count());
export const listRows = (name) => run(name, "readonly", (store) => store.getAll());
export const deleteRow = (name, id) => run(name, "readwrite", (store) => store.delete(id));
export const clearRows = (name) => run(name, "readwrite", (store) => store.clear());

/** List the rows that have a value in an index; `value` may be a range. */
export const listRowsBy = (name, index, value) => run(name, "readonly", (store) => store.index(index).getAll(value));

/** Delete all but the newest `most` rows, and those from before `since` (ms). */
export async function pruneRows(name, most, since) {
  const ids = await run(name, "readonly", (store) => store.index("at").getAllKeys());
  const old = await run(name, "readonly", (store) => store.index("at").getAllKeys(IDBKeyRange.upperBound(since, true)));
  const excess = new Set([...old, ...ids.slice(0, Math.max(0, ids.length - most))]);
  await Promise.all([...excess].map((id) => deleteRow(name, id)));
}
