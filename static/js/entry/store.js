/* What is typed and not yet stored by the server, kept by the browser: it survives a reload, a crash of the
   server and of the browser. A hall's address is no secure context, so there is no service worker; IndexedDB works. */

const NAME = "romme-eingabe";
const STORES = ["jobs", "drafts"]; // saves on their way, in order; cells that are still being typed

export class Store {
  durable = true; // false where the browser has no storage, or no more of it
  #database = opened();

  /** All that is kept: {jobs, drafts}. */
  async read() {
    try {
      const transaction = (await this.#database).transaction(STORES, "readonly");
      const [jobs, drafts] = await Promise.all(STORES.map((name) => done(transaction.objectStore(name).getAll())));
      return { jobs, drafts };
    } catch {
      this.durable = false;
      return { jobs: [], drafts: [] };
    }
  }

  /** Several changes, all or none: ["put", store, value] or ["delete", store, key]. */
  async write(changes) {
    try {
      const transaction = (await this.#database).transaction(STORES, "readwrite");
      for (const [verb, store, value] of changes) transaction.objectStore(store)[verb](value);
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onerror = transaction.onabort = () => reject(transaction.error);
      });
    } catch {
      this.durable = false; // what is typed lives in the page still, and the page says so
    }
  }
}

function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("jobs", { keyPath: "seq" });
      request.result.createObjectStore("drafts", { keyPath: "id" });
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = request.onblocked = () => reject(request.error);
  });
}

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
