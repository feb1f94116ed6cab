const key = "heliograph.session";

/** What outlives a page: never the access token, which is good for anything at once. */
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

export const writeStored = (session: StoredSession): void => localStorage.setItem(key, JSON.stringify(session));

export const clearStored = (): void => localStorage.removeItem(key);

/** Another tab logged in, out or over to another tenant. Renewals are no news. */
export function onOtherTab(listener: (stored: StoredSession | undefined) => void): void {
  window.addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) listener(readStored());
  });
}
