import { type Static, Type } from "typebox";
import { Uuid } from "../ids.ts";
import { closed } from "./durations.ts";

/** Devices, types or projects a rule names at most. */
export const ruleNamesAtMost = 100;
const ids = (what: string) =>
  Type.Array(Uuid, { minItems: 1, maxItems: ruleNamesAtMost, description: `Ids of ${what}` });

const scopes = [
  Type.Object({ kind: Type.Literal("DEVICE"), deviceIds: ids("devices") }, closed),
  Type.Object({ kind: Type.Literal("DEVICE_TYPE"), deviceTypeIds: ids("device types") }, closed),
  Type.Object(
    {
      kind: Type.Literal("PROJECT"),
      projectIds: ids("projects"),
      deviceTypeIds: Type.Optional(ids("device types; without, all")),
    },
    closed,
  ),
  Type.Object({ kind: Type.Literal("DEVICE_GROUP"), deviceGroupId: Uuid }, closed),
] as const;
export type RuleScope = Static<(typeof scopes)[number]>;

/** Which devices a rule is for [RUL1]. Each of them has a state of its own. */
export const RuleScope = Type.Unsafe<RuleScope>({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: [...scopes],
  description: "The devices it is for",
  examples: [{ kind: "DEVICE_TYPE", deviceTypeIds: ["784f394c-42b6-435a-983c-b7beff2784f9"] }],
});
