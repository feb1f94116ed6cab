export { type FirstAdministrator, type FirstStartSettings, firstStart } from "./first-start.ts";
export type { InstallationStore } from "./installation-store.ts";
