export type { SavedCommand, SavedCommandProperties, SavedCommandStore } from "./saved-command.ts";
export { SavedCommands } from "./saved-commands.ts";
