import { useMemo, useSyncExternalStore } from "react";

/** Whether the window fits a query of the styles: for what is another thing there, not another look. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query]);
  const subscribe = useMemo(
    () => (listener: () => void) => {
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}

/** Where words stand beside icons, as nothing is hovered over there. */
export const useIsPhone = (): boolean => useMedia("(max-width: 680px)");
