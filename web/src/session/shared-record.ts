/**
 * One small record that all tabs see at once. Tabs live in processes of their own, and what one of them writes to
 * localStorage reaches the others a moment later; a transaction in IndexedDB is the same for all.
 */
const database = "heliograph";
const table = "shared";

let opening: Promise<IDBDatabase> | undefined;

function opened(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(table);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

/** Reads the record and writes what `change` makes of it, with nobody in between; `undefined` removes it. */
export async function changeShared<T>(name: string, change: (before: unknown) => T): Promise<T> {
  const db = await opened();
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(table, "readwrite", { durability: "relaxed" });
    const store = transaction.objectStore(table);
    let after: T;
    const reading = store.get(name);
    reading.onsuccess = () => {
      after = change(reading.result);
      if (after === undefined) store.delete(name);
      else store.put(after, name);
    };
    transaction.oncomplete = () => resolve(after);
    transaction.onabort = () => reject(transaction.error);
  });
}

export const readShared = (name: string): Promise<unknown> => changeShared(name, (before) => before);
