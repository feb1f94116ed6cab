import { Store } from "./store.ts";

export type Theme = "light" | "dark" | "system";

const storageKey = "heliograph.theme";
const stored = localStorage.getItem(storageKey);

export const theme = new Store<Theme>(stored === "light" || stored === "dark" ? stored : "system");

export function chooseTheme(chosen: Theme): void {
  if (chosen === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = chosen;
  localStorage.setItem(storageKey, chosen);
  theme.set(chosen);
}
