import { Store } from "../state/store.ts";

/** Whether somebody is searching: the button, the keys and what was chosen open and close the same thing. */
export const isSearching = new Store(false);

/** What was chosen last is kept under this, for each person in each tenant. */
export const recentPrefix = "heliograph.recent.";

/** Names of devices and files stay with nobody who logged out. */
export function forgetRecent(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(recentPrefix)) localStorage.removeItem(key);
}
