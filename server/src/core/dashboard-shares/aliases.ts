import { createHmac } from "node:crypto";
import type { ShareId } from "../../kernel/ids.ts";

/**
 * Ids as whoever has a link sees them: other ones for each link, always the same for one, and of no use anywhere else
 * [DSH6]. They look like ids, so whatever reads a dashboard reads one with these.
 */
export type AliasOf = (id: string) => string;

/** The key is the installation's own: nobody who knows a link and an id can tell whether they belong together. */
export function aliasesOf(key: Buffer, share: ShareId): AliasOf {
  const known = new Map<string, string>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const alias = uuidOf(createHmac("sha256", key).update(`${share} ${id}`).digest("hex"));
    known.set(id, alias);
    return alias;
  };
}

const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
