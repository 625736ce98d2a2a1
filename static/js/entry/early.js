/* Keys pressed while the next list is loading: typing goes on right after the table number.
   They are kept here, on the page that is left and on the one that comes, until its cells are ready. */
"use strict";

(() => {
  const KEYS = /^(?:[0-9*/+?\-rRhH]|Enter|Tab|Backspace|Arrow(?:Up|Down|Left|Right)|F[89])$/;
  const PLACE = "romme.tasten";
  const FRESH = 30_000; // milliseconds: older keys were not meant for this list
  const PATIENCE = 5_000; // a page whose modules fail to load must not swallow keys
  let leavingFor = null; // the table whose list was asked for
  let keys = [];

  function pressed(key) {
    if (key.key === "Escape") return stop();
    const shifted = key.shiftKey && key.key.length > 1;
    if (key.ctrlKey || key.metaKey || key.altKey || shifted || key.isComposing || !KEYS.test(key.key)) return;
    key.preventDefault();
    key.stopImmediatePropagation();
    keys.push(key.key);
  }

  /** For the page that comes, where the list does not come into this one (next.js). */
  function keep() {
    if (leavingFor === null) return;
    try {
      sessionStorage.setItem(PLACE, JSON.stringify({ table: leavingFor, at: Date.now(), keys }));
    } catch {
      // a browser without storage loses these few keys
    }
  }

  function kept(table) {
    try {
      const found = JSON.parse(sessionStorage.getItem(PLACE));
      sessionStorage.removeItem(PLACE);
      return found?.table === table && Date.now() - found.at < FRESH ? found.keys : [];
    } catch {
      return [];
    }
  }

  function start() {
    keys = [];
    window.addEventListener("keydown", pressed, true);
    window.addEventListener("pointerdown", stop, { once: true });
  }

  function stop() {
    window.removeEventListener("keydown", pressed, true);
    leavingFor = null;
  }

  window.earlyKeys = {
    /** The list of that table has been asked for: from now on keys are meant for it. */
    leave(table) {
      start();
      leavingFor = table;
    },
    /** Keys that were pressed before, and are for the list that has been asked for. */
    add(more) {
      keys.push(...more);
    },
    /** The cells of this table's list are ready: returns the keys, in order, and keeps no more. */
    release(table) {
      const found = [...kept(table), ...keys];
      stop();
      keys = [];
      return found;
    },
  };

  start();
  setTimeout(() => leavingFor === null && stop(), PATIENCE);
  window.addEventListener("pagehide", keep);
  window.addEventListener("pageshow", (shown) => shown.persisted && stop());
})();
