import { useSyncExternalStore } from "react";

function onHashChange(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}

/** What stands behind the # of the address. Another link put into the address line of the same tab loads nothing anew. */
export const useHash = (): string => useSyncExternalStore(onHashChange, () => location.hash.slice(1));
