import { useSyncExternalStore } from "react";

const listen = (changed: () => void): (() => void) => {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
};

/** Whether the browser shows this tab at all. */
export const useIsVisible = (): boolean => useSyncExternalStore(listen, () => document.visibilityState === "visible");
