import { changeShared, readShared } from "./shared-record.ts";

const key = "heliograph.session";
const tokenKey = "heliograph.token";

/** What all tabs share and what outlives them. */
export interface StoredSession {
  /** Works once [AUTH4]: whoever changes the record says which one it used. */
  readonly refreshToken: string;
  /** Tells a renewed session from another one (other user or tenant). */
  readonly sessionKey: string;
}

const isStored = (value: unknown): value is StoredSession =>
  typeof value === "object" &&
  value !== null &&
  "refreshToken" in value &&
  typeof value.refreshToken === "string" &&
  "sessionKey" in value &&
  typeof value.sessionKey === "string";

export async function readStored(): Promise<StoredSession | undefined> {
  const value = await readShared(key);
  return isStored(value) ? value : undefined;
}

/** A session begins, whatever was there before. */
export async function writeStored(session: StoredSession): Promise<void> {
  await changeShared(key, () => session);
  ring(session);
}

/** False when another tab was first: what it stored stays. */
export async function replaceStored(known: StoredSession, next: StoredSession | undefined): Promise<boolean> {
  let isDone = false;
  await changeShared(key, (now) => {
    isDone = isStored(now) && now.refreshToken === known.refreshToken;
    return isDone ? next : now;
  });
  if (isDone) ring(next);
  return isDone;
}

/** Removes the record and gives it to the one who ends the session with it. */
export async function takeStored(): Promise<StoredSession | undefined> {
  const taken: StoredSession[] = [];
  await changeShared(key, (now) => {
    if (isStored(now)) taken.push(now);
    return undefined;
  });
  ring(undefined);
  return taken[0];
}

/** localStorage tells the other tabs that a session began or ended; what is stored they read in the record. */
function ring(session: StoredSession | undefined): void {
  if (session) localStorage.setItem(key, session.sessionKey);
  else localStorage.removeItem(key);
}

/** Another tab logged in, out or over to another tenant. Renewals are no news. */
export function onOtherTab(listener: () => void): void {
  window.addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) listener();
  });
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

export const clearToken = (): void => sessionStorage.removeItem(tokenKey);
