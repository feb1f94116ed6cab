import { type Static, Type } from "typebox";
import { unit } from "../device-types/labels.ts";
import { Uuid } from "../ids.ts";
import { expressionLength } from "../rules/conditions/index.ts";
import { closed, span } from "../rules/durations.ts";
import { inputSchema, valueKey, valueType } from "../rules/inputs/input-kind.ts";
import { lineText } from "../text.ts";

/** What a calculated channel may have of each, and how short an interval may be. */
export const calculatedBounds = { inputs: 10, projectTypes: 20, leastEveryMs: 10_000, intervalsPerAge: 1_000 } as const;

/** How old the newest value of an input may be where nothing is said. */
export const calculatedMaxAgeMs = 3_600_000;

const maxAgeMs = Type.Optional(
  span("An older value counts as none; where nothing is said, an hour", calculatedMaxAgeMs, 0),
);

export const projectFunctions = ["SUM", "AVG", "MIN", "MAX", "COUNT"] as const;
export type ProjectFunction = (typeof projectFunctions)[number];

const ChannelInput = inputSchema(
  "CHANNEL",
  { key: valueKey, type: valueType, maxAgeMs },
  "The newest value of a channel of the same device",
);
export type CalculatedChannelInput = Static<typeof ChannelInput>;

const ProjectInput = inputSchema(
  "PROJECT",
  {
    projectId: Type.Optional({
      ...Uuid,
      description: "Whose devices, those below it included; without, all of the tenant",
    }),
    key: valueKey,
    function: Type.Enum([...projectFunctions], {
      description: "Of the newest values of its devices; COUNT is how many have one",
      examples: ["SUM"],
    }),
    deviceTypeIds: Type.Optional(
      Type.Array(Uuid, {
        minItems: 1,
        maxItems: calculatedBounds.projectTypes,
        description: "Only devices of these types",
      }),
    ),
    maxAgeMs,
  },
  "A sum, mean or the like over the devices of a project, without the one it is calculated for",
);
export type CalculatedProjectInput = Static<typeof ProjectInput>;

export type CalculatedInput = CalculatedChannelInput | CalculatedProjectInput;
const CalculatedInput = Type.Unsafe<CalculatedInput>({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: [ChannelInput, ProjectInput],
  description: "What it is calculated from",
  examples: [{ kind: "CHANNEL", name: "u", key: "voltage" }],
});

const scopes = [
  Type.Object({ kind: Type.Literal("DEVICE_TYPE"), deviceTypeId: Uuid }, closed),
  Type.Object({ kind: Type.Literal("DEVICE"), deviceId: Uuid }, closed),
] as const;
export type CalculatedScope = Static<(typeof scopes)[number]>;

const CalculatedScope = Type.Unsafe<CalculatedScope>({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: [...scopes],
  description: "All devices of a type, or one device; of the same key, the device's own counts",
  examples: [{ kind: "DEVICE_TYPE", deviceTypeId: "784f394c-42b6-435a-983c-b7beff2784f9" }],
});

/** A calculated channel as it is written [RUL7]. */
export const CalculatedDefinition = Type.Object(
  {
    scope: CalculatedScope,
    key: { ...valueKey, description: "Key of the telemetry the results are stored as", examples: ["power"] },
    name: Type.Optional(lineText("Display name; without, the key is shown", "Power")),
    unit: Type.Optional(unit),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 15, description: "Decimals shown", examples: [1] })),
    inputs: Type.Array(CalculatedInput, { minItems: 1, maxItems: calculatedBounds.inputs }),
    expression: Type.String({
      minLength: 1,
      maxLength: expressionLength,
      description: "An expression in CEL over the names of the inputs: a number, a text, or true or false",
      examples: ["u * i"],
    }),
    everyMs: Type.Optional({
      ...span("With inputs of projects: there is a result at the end of each interval of this length", 60_000),
      minimum: calculatedBounds.leastEveryMs,
    }),
  },
  { ...closed, description: "A calculated channel" },
);
export type CalculatedDefinition = Static<typeof CalculatedDefinition>;
