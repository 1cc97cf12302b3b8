/** The database of this browser: sealed rows of what was seen (`reponses`, `tuiles`), of what waits to be sent
 * (`attente`), and of whose they are (`etat`).
 */

const NAME = "tabanca";
/** What each is looked up by. The first two are pruned by age. */
const STORES = { reponses: "name", tuiles: "name", etat: "name", attente: "id" };
const AGED = ["reponses", "tuiles"];

/** @type {Promise<any> | null} */
let opening = null;

const settle = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function openDatabase() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    for (const [name, keyPath] of Object.entries(STORES)) {
      const store = request.result.createObjectStore(name, { keyPath });
      if (AGED.includes(name)) store.createIndex("at", "at");
    }
  };
  return settle(request).catch((error) => {
    opening = null;
    throw error;
  });
}

/** Run `work(store)`, which returns a request, and return its result once the change is on the disk. */
async function run(name, mode, work) {
  opening ??= openDatabase();
  const change = (await opening).transaction(name, mode);
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

/** Delete all but the newest `most` rows, and those from before `since` (ms). */
export async function pruneRows(name, most, since) {
  const ids = await run(name, "readonly", (store) => store.index("at").getAllKeys());
  const old = await run(name, "readonly", (store) => store.index("at").getAllKeys(IDBKeyRange.upperBound(since, true)));
  const excess = new Set([...old, ...ids.slice(0, Math.max(0, ids.length - most))]);
  await Promise.all([...excess].map((id) => deleteRow(name, id)));
}
