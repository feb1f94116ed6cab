import { useSyncExternalStore } from "react";
import { useStore } from "./store.ts";
import { theme } from "./theme.ts";

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

const subscribe = (listener: () => void): (() => void) => {
  systemIsDark.addEventListener("change", listener);
  return () => systemIsDark.removeEventListener("change", listener);
};

/** Whether the page is dark now, by choice or by the system: for what is painted, not styled. */
export function useDarkness(): boolean {
  const isSystemDark = useSyncExternalStore(subscribe, () => systemIsDark.matches);
  const chosen = useStore(theme);
  return chosen === "system" ? isSystemDark : chosen === "dark";
}
