import { type Static, Type } from "typebox";
import { CommandParameter } from "../../../device-types/field.ts";
import { lineText } from "../../../text.ts";
import { closed } from "../../closed.ts";
import { devices } from "../option-parts.ts";

const key = Type.String({ minLength: 1, maxLength: 256, description: "Key, verbatim", examples: ["interval"] });

export const ControlOptions = Type.Object(
  {
    devices,
    form: Type.Enum(["SWITCH", "SLIDER", "BUTTON", "FORM"], {
      description: "How it is operated",
      examples: ["SWITCH"],
    }),
    writes: Type.Enum(["SHARED_ATTRIBUTE", "SERVER_ATTRIBUTE", "RPC"], {
      description: "What it does with a value",
      examples: ["SHARED_ATTRIBUTE"],
    }),
    key: Type.Optional(key),
    method: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: "Of an RPC", examples: ["setRelay"] }),
    ),
    value: Type.Optional(Type.Unknown({ description: "What a button sends" })),
    fields: Type.Optional(Type.Array(CommandParameter, { maxItems: 64, description: "Of a form" })),
    min: Type.Optional(Type.Number({ description: "Of a slider", examples: [0] })),
    max: Type.Optional(Type.Number({ description: "Of a slider", examples: [100] })),
    step: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: "Of a slider", examples: [1] })),
    confirm: Type.Optional(lineText("Asked before it is done; empty: nothing is asked", "Stop the pump?")),
    label: Type.Optional(lineText("On a button", "Stop")),
  },
  { ...closed, description: "A switch, slider, button or form that writes an attribute or calls the device" },
);
export type ControlOptions = Static<typeof ControlOptions>;
