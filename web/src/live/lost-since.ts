import { Store } from "../state/store.ts";

/** By what it shows that the server is away: the live connection, or a page that could not be read. */
type Sign = "connection" | "reading";

const signs = new Map<Sign, number>();
const listeners = new Set<() => void>();

/** Since when what is shown may be old; undefined while the server answers. */
export const lostSince = new Store<number | undefined>(undefined);

/** Whatever comes back first is told to who waits for it. */
export function tellLost(sign: Sign, isLost: boolean, now = Date.now()): void {
  if (isLost === signs.has(sign)) return;
  if (isLost) signs.set(sign, now);
  else signs.delete(sign);
  lostSince.set(signs.size === 0 ? undefined : Math.min(...signs.values()));
  if (!isLost) for (const listener of [...listeners]) listener();
}

/** Until the returned function is called. */
export function onBack(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
