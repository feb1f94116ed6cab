import { changeShared, readShared } from "./shared-record.ts";

const key = "heliograph.session";
const tokenKey = "heliograph.token";

/** What all tabs share and what outlives them. */
export interface StoredSession {
  readonly refreshToken: string;
  /** Tells a renewed session from another one (other user or tenant). */
  readonly sessionKey: string;
}

export function readStored(): StoredSession | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isStored(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isStored = (value: unknown): value is StoredSession =>
  typeof value === "object" &&
  value !== null &&
  "refreshToken" in value &&
  typeof value.refreshToken === "string" &&
  "sessionKey" in value &&
  typeof value.sessionKey === "string";

/**
 * The session with its newest refresh token. Ask inside the lock: another tab may just have renewed it, and what it
 * wrote to localStorage may not have come here yet.
 */
export async function newestStored(): Promise<StoredSession | undefined> {
  const known = readStored();
  const shared = await readShared(key);
  return known && isStored(shared) && shared.sessionKey === known.sessionKey ? shared : known;
}

/** Resolves when every tab sees it. */
export async function writeStored(session: StoredSession): Promise<void> {
  localStorage.setItem(key, JSON.stringify(session));
  await changeShared(key, () => session);
}

export function clearStored(): void {
  localStorage.removeItem(key);
  sessionStorage.removeItem(tokenKey);
  void changeShared(key, () => undefined);
}

/**
 * The access token of this tab. It outlives a reload, so that reloading needs no new pair: a page left while its
 * refresh is under way would lose the answer, and with it the session, since a refresh token works once [AUTH4].
 */
export function readToken(sessionKey: string): string | undefined {
  const [owner, token] = (sessionStorage.getItem(tokenKey) ?? "").split(" ");
  return owner === sessionKey ? token : undefined;
}

export const writeToken = (sessionKey: string, token: string): void =>
  sessionStorage.setItem(tokenKey, `${sessionKey} ${token}`);

/** Another tab logged in, out or over to another tenant. Renewals are no news. */
export function onOtherTab(listener: (stored: StoredSession | undefined) => void): void {
  window.addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) listener(readStored());
  });
}
