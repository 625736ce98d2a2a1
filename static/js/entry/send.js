/* One save on its way to the server, and what became of it. `randomUUID` exists in secure contexts only, and a hall has
   none, so keys are made by hand. */

const TIMEOUT = 20_000; // milliseconds; a slow server is waited for

/** A key of 128 random bits. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The current token: it changes when somebody signs in again in another window. */
function token() {
  const cookie = document.cookie.split("; ").find((pair) => pair.startsWith("csrftoken="));
  return cookie ? cookie.slice("csrftoken=".length) : document.querySelector("[name=csrfmiddlewaretoken]")?.value;
}

/**
 * Send a body. Resolves to {kind, answer}: "done", "conflict", "refused" (also where a right is missing) and "cells" come with
 * the server's answer;
 * "again" means no answer, or none of this program's (with `full`: the server's disk is full); "signed-out" and "gone"
 * speak for themselves.
 */
export async function send(url, body) {
  const stop = new AbortController();
  const clock = setTimeout(() => stop.abort(), TIMEOUT);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token() ?? "" },
      body: JSON.stringify(body),
      credentials: "same-origin",
      redirect: "manual", // never of this program: a network may lead to its own sign-in page
      signal: stop.signal,
    });
    return await judge(response);
  } catch {
    return { kind: "again" };
  } finally {
    clearTimeout(clock);
  }
}

const KINDS = {
  200: ({ saved }) => saved && "done",
  400: ({ error }) => ({ cells: "cells", broken: "refused" })[error],
  401: ({ error }) => error === "signed_out" && "signed-out",
  403: ({ error }) => ({ forbidden: "refused", ended: "signed-out" })[error],
  404: ({ error }) => error === "gone" && "gone",
  409: ({ error }) => ({ conflict: "conflict", refused: "refused" })[error],
};

/** What answers with JSON is this program (web/errors.py). A page, whatever its status, is of something in between. */
async function judge(response) {
  const answer = await response.json().catch(() => null);
  const kind = answer && KINDS[response.status]?.(answer);
  return kind ? { kind, answer } : { kind: "again", full: response.status === 507 };
}
