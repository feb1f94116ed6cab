import { type Static, Type } from "typebox";
import { ChannelKey } from "../device-types/channel.ts";
import { lineText } from "../text.ts";
import { closed } from "./closed.ts";
import { partName } from "./names.ts";
import { PlainSelection } from "./selection.ts";

const head = {
  name: partName("How widgets and links call it", "pumps"),
  label: Type.Optional(lineText("How people read it", "Pumps")),
};

const kinds = [
  Type.Object(
    {
      kind: Type.Literal("DEVICE"),
      ...head,
      among: Type.Optional(PlainSelection),
      default: Type.Optional(PlainSelection),
      multiple: Type.Optional(Type.Boolean({ description: "Whether more than one can be chosen" })),
    },
    { ...closed, description: "Devices; without a default all of those it can be" },
  ),
  Type.Object(
    {
      kind: Type.Literal("CHANNEL"),
      ...head,
      keys: Type.Optional(Type.Array(ChannelKey, { maxItems: 500, description: "What can be chosen; without, any" })),
      default: ChannelKey,
    },
    { ...closed, description: "The key of a channel" },
  ),
  Type.Object(
    {
      kind: Type.Literal("CHOICE"),
      ...head,
      choices: Type.Array(lineText("A choice", "day"), { minItems: 1, maxItems: 200 }),
      default: lineText("What counts until somebody chooses", "day"),
    },
    { ...closed, description: "One of some texts" },
  ),
  Type.Object(
    { kind: Type.Literal("TEXT"), ...head, default: lineText("What counts until somebody writes another", "") },
    { ...closed, description: "Any text" },
  ),
] as const;

export type DashboardVariable = Static<(typeof kinds)[number]>;
export type VariableKind = DashboardVariable["kind"];

/** What a dashboard can be asked about anew without being changed [DSH1]. */
export const DashboardVariable = Type.Unsafe<DashboardVariable>({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: [...kinds],
});
