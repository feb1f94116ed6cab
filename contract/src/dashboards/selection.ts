import { type Static, Type } from "typebox";
import { Uuid } from "../ids.ts";
import { closed } from "./closed.ts";
import { partName } from "./names.ts";

/** Devices, types or projects a selection names at most. */
const namedAtMost = 200;
const ids = (what: string) =>
  Type.Array(Uuid, {
    minItems: 1,
    maxItems: namedAtMost,
    description: `Ids of ${what}; those that are gone are passed over`,
  });

const plainSelections = [
  Type.Object({ kind: Type.Literal("DEVICES"), deviceIds: ids("devices, in the order they are shown") }, closed),
  Type.Object({ kind: Type.Literal("GROUP"), deviceGroupId: Uuid }, closed),
  Type.Object(
    {
      kind: Type.Literal("TYPE"),
      deviceProfileId: Uuid,
      projectId: Type.Optional(Uuid),
    },
    { ...closed, description: "Devices of a type, in the whole tenant or at and below a project" },
  ),
  Type.Object(
    {
      kind: Type.Literal("PROJECT"),
      projectId: Uuid,
      includeDescendants: Type.Optional(Type.Boolean({ description: "And projects below it" })),
    },
    closed,
  ),
  Type.Object({ kind: Type.Literal("ALL") }, { ...closed, description: "Every device within reach" }),
] as const;

const variableSelection = Type.Object(
  { kind: Type.Literal("VARIABLE"), name: partName("Name of a variable of the kind DEVICE", "pumps") },
  { ...closed, description: "What a variable of the dashboard stands for at the moment" },
);

/** Devices that somebody chose; who asks finds those of them within their own reach [PRJ1]. */
export type PlainSelection = Static<(typeof plainSelections)[number]>;
export type DeviceSelection = PlainSelection | Static<typeof variableSelection>;

const byKind = (oneOf: readonly object[], description: string) => ({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf,
  description,
  examples: [{ kind: "DEVICES", deviceIds: ["784f394c-42b6-435a-983c-b7beff2784f9"] }],
});

export const PlainSelection = Type.Unsafe<PlainSelection>(byKind([...plainSelections], "Chosen devices"));
export const DeviceSelection = Type.Unsafe<DeviceSelection>(
  byKind([...plainSelections, variableSelection], "Chosen devices, or a variable that stands for some"),
);
