import type { TokenPair } from "@heliograph/contract";
import type { Page } from "playwright-core";

/** What a visit leaves in the browser for the next one: see `web/src/session`. */
interface KeptSession extends Pick<TokenPair, "token" | "refreshToken"> {
  readonly sessionKey: string;
}

/**
 * Runs in the page before its own scripts. Whoever opens the record after this gets it with the session inside: the
 * browser works off what is asked of a database in the order in which it was asked.
 */
function keep({ token, refreshToken, sessionKey }: KeptSession): void {
  sessionStorage.setItem("heliograph.token", `${sessionKey} ${token}`);
  localStorage.setItem("heliograph.session", sessionKey);
  const opening = indexedDB.open("heliograph", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("shared");
  opening.onsuccess = () => {
    const store = opening.result.transaction("shared", "readwrite").objectStore("shared");
    store.put({ refreshToken, sessionKey }, "heliograph.session");
  };
}

/** The next page that is loaded finds itself logged in, with a session begun by the same browser. */
export async function keepSession(page: Page, base: string, body: { username: string; password: string }) {
  const answer = await page.context().request.post(`${base}/api/auth/login`, { data: body });
  if (!answer.ok()) throw new Error(`${body.username} was not let in: ${answer.status()} ${await answer.text()}`);
  const { token, refreshToken } = (await answer.json()) as TokenPair;
  return page.addInitScript(keep, { token, refreshToken, sessionKey: "1-1" });
}
