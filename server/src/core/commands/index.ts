export {
  type Command,
  type CommandAnswer,
  type CommandBody,
  type CommandStatus,
  type CommandType,
  mergeKeyOf,
  type NewCommand,
} from "./command.ts";
export { afterTimeout, noAnswer, statusAfter } from "./command-states.ts";
export type { AddOutcome, CommandQuery, CommandStore, TakeRequest, WaitingFor } from "./command-store.ts";
export { Commands } from "./commands.ts";
export { DeviceCalls } from "./device-calls.ts";
