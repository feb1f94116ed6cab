import type { Static } from "typebox";
import { nameText } from "../../text.ts";
import { inputKind, inputSchema } from "./input-kind.ts";

const schema = inputSchema(
  "ALARM",
  { alarmType: nameText("Type of the alarm", "Device silent") },
  "Whether the device has an alarm of this type that is not cleared: a boolean",
);
export type AlarmInputOfRule = Static<typeof schema>;

export const alarmInput = inputKind({
  kind: "ALARM",
  schema,
  typeOf: () => "BOOLEAN",
  problemOf: () => undefined,
});
