export { type FirstAdministrator, firstStart } from "./first-start.ts";
export type { InstallationStore } from "./installation-store.ts";
