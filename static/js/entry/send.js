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
 * Send a body. Resolves to {kind, answer}: "done", "conflict", "refused", "cells" come with the server's answer;
 * "again" means no answer, or none that says anything about the save (with `full`: the server's disk is full);
 * "signed-out" and "gone" speak for themselves.
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
      redirect: "manual", // to the sign-in page
      signal: stop.signal,
    });
    return await judge(response);
  } catch {
    return { kind: "again" };
  } finally {
    clearTimeout(clock);
  }
}

async function judge(response) {
  if (response.type === "opaqueredirect" || response.status === 401 || response.status === 403) {
    return { kind: "signed-out" };
  }
  if (response.status === 404) return { kind: "gone" };
  if (response.ok) return { kind: "done", answer: await response.json() };
  if (response.status === 409) {
    const answer = await response.json();
    return { kind: answer.error === "conflict" ? "conflict" : "refused", answer };
  }
  if (response.status === 400) {
    const answer = await response.json().catch(() => ({}));
    return { kind: answer.error === "cells" ? "cells" : "refused", answer };
  }
  return { kind: "again", full: response.status === 507 };
}
