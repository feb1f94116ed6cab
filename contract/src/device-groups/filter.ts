import { type TSchema, Type } from "typebox";
import type { Permission } from "../permissions.ts";
import { closed } from "./conditions/condition-kind.ts";
import { conditionKinds, type DeviceCondition } from "./conditions/index.ts";
import type { FilterProblem, FilterProblemName } from "./filter-problems.ts";

/** How deep "all of" and "any of" may stand inside each other. */
export const filterDepthAtMost = 3;
/** Conditions of one "all of" or "any of"; how many a whole filter has is limited by a setting. */
const conditionsAtOnce = 200;

const tooDeep = `is too deep: "all of" and "any of" stand inside each other up to ${filterDepthAtMost} deep`;

/** Some conditions, all of which or any of which a device has to meet. */
export interface DeviceFilterNode {
  kind: "ALL" | "ANY";
  conditions: (DeviceCondition | DeviceFilterNode)[];
}

/** With so many levels of "all of" and "any of" in it. */
function nodeSchema(levels: number): TSchema {
  const kinds: TSchema[] = conditionKinds.map(({ schema }) => schema);
  const possible = levels > 1 ? [...kinds, nodeSchema(levels - 1)] : kinds;
  return Type.Object(
    {
      kind: Type.Enum(["ALL", "ANY"], {
        description: "Whether all conditions have to be met, or any",
        examples: ["ALL"],
      }),
      conditions: Type.Array(
        Type.Unsafe<unknown>({
          type: "object",
          discriminator: { propertyName: "kind" },
          required: ["kind"],
          oneOf: possible,
          ...(levels === 1 && { "x-deeper": { tags: ["ALL", "ANY"], problem: tooDeep } }),
        }),
        { maxItems: conditionsAtOnce, description: "Without any, ALL is every device and ANY is none" },
      ),
    },
    closed,
  );
}

/** A filter over devices [PRJ2], as it is sent. */
export const DeviceGroupFilter = Type.Unsafe<DeviceFilterNode>({
  ...nodeSchema(filterDepthAtMost),
  description: `Conditions, with "all of" and "any of" inside each other up to ${filterDepthAtMost} deep`,
  examples: [
    {
      kind: "ALL",
      conditions: [
        { kind: "NAME", comparison: "STARTS_WITH", text: "logger-" },
        { kind: "ATTRIBUTE", scope: "SERVER_SCOPE", key: "position", comparison: "EQUAL", value: "roof" },
        { kind: "LATEST_VALUE", key: "temperature", comparison: "GREATER", value: 60, newerThanMs: 3_600_000 },
      ],
    },
  ],
});

/** As it is told: another version may have saved conditions that this one does not know. */
export const SavedDeviceGroupFilter = Type.Unsafe<DeviceFilterNode>({
  type: "object",
  additionalProperties: true,
  description: "The filter as it was saved",
  examples: [{ kind: "ALL", conditions: [{ kind: "NAME", comparison: "STARTS_WITH", text: "logger-" }] }],
});

export const isFilterNode = (condition: DeviceCondition | DeviceFilterNode): condition is DeviceFilterNode =>
  condition.kind === "ALL" || condition.kind === "ANY";

/** Every condition that stands for itself, in order. */
export const conditionsIn = ({ conditions }: DeviceFilterNode): DeviceCondition[] =>
  conditions.flatMap((condition) => (isFilterNode(condition) ? conditionsIn(condition) : [condition]));

/** What the schema cannot say: why a filter makes no sense, or undefined. For the server and for editors. */
export function filterProblem(
  { conditions }: DeviceFilterNode,
  above = { at: "filter", condition: "" },
): FilterProblem | undefined {
  for (const [index, condition] of conditions.entries()) {
    const place = { at: `${above.at}.conditions.${index}`, condition: `${above.condition}${index + 1}` };
    const problem = isFilterNode(condition)
      ? filterProblem(condition, { ...place, condition: `${place.condition}.` })
      : told(place, conditionProblem(condition));
    if (problem) return problem;
  }
  return undefined;
}

const told = (place: Omit<FilterProblem, "name">, name: FilterProblemName | undefined): FilterProblem | undefined =>
  name && { ...place, name };

/** Why one condition makes no sense, or undefined. */
export function conditionProblem(condition: DeviceCondition): FilterProblemName | undefined {
  const found = conditionKinds.find(({ kind }) => kind === condition.kind);
  // Found by its kind, so it is the one whose schema the condition has.
  return (found?.problemOf as ((of: DeviceCondition) => FilterProblemName | undefined) | undefined)?.(condition);
}

/** What one needs where a filter looks, beside seeing the device: attributes, telemetry, alarms. */
export function neededByFilter(filter: DeviceFilterNode): Permission[] {
  const kinds = new Set(conditionsIn(filter).map(({ kind }) => kind));
  return [...new Set(conditionKinds.flatMap((one) => (kinds.has(one.kind) ? one.needs : [])))];
}
