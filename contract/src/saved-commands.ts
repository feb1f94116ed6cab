import { type Static, Type } from "typebox";
import { CommandInput } from "./commands.ts";
import { entityId, entityReference, Uuid } from "./ids.ts";
import { pageQuery } from "./paging.ts";
import { nameText } from "./text.ts";
import { Timestamp } from "./time.ts";

const name = nameText("Name", "Switch the relay on");
const shared = Type.Boolean({
  description: "Everybody who may send commands in the tenant sees and uses it",
  examples: [true],
});
const command = Type.Pick(CommandInput, ["type", "target", "text", "method", "params"]);

/** A command that is kept under a name: one's own, or one that is shared with the tenant. */
export const SavedCommandRecord = Type.Object({
  id: entityId("SAVED_COMMAND"),
  createdTime: Timestamp,
  name,
  shared,
  own: Type.Boolean({ description: "Made by who asks: who may change and delete it", examples: [true] }),
  command,
});
export type SavedCommandRecord = Static<typeof SavedCommandRecord>;

/** Saves a new one without an id, replaces one's own with one. */
export const SavedCommandInput = Type.Object({
  id: Type.Optional(entityReference("SAVED_COMMAND")),
  name,
  shared: Type.Optional(Type.Boolean({ ...shared, default: false })),
  command,
});
export type SavedCommandInput = Static<typeof SavedCommandInput>;

export const SavedCommandParams = Type.Object({ savedCommandId: Uuid });
export const SavedCommandListQuery = Type.Object({ ...pageQuery });
