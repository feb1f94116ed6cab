import { type RuleDefinition, type RuleScope, ruleComparisons, windowFunctions } from "@heliograph/contract";

/** In the place of one that is no JSON: it can be shown and replaced, and is never evaluated. */
export const unreadableDefinition: RuleDefinition = {
  ...{ scope: { kind: "DEVICE", deviceIds: [] }, inputs: [], steps: [], actions: [] },
};

const idsOf: Readonly<Record<RuleScope["kind"], string>> = {
  DEVICE: "deviceIds",
  DEVICE_TYPE: "deviceTypeIds",
  PROJECT: "projectIds",
  DEVICE_GROUP: "deviceGroupId",
};

function requireKnown(what: string, value: unknown, known: Iterable<string>): void {
  if (![...known].includes(String(value))) throw new Error(`${what} ${String(value)} is not known`);
}

function requireList(what: string, value: unknown): void {
  if (!Array.isArray(value)) throw new Error(`${what} is no list`);
}

/**
 * What another version, a damaged row or a hand may have written and what would be passed over in silence, or would stop all
 * rules [RUL5]. The rest is found while compiling. It is no check of what people send: that is done when a rule is saved.
 */
export function requireKnownForm(definition: RuleDefinition): void {
  if (definition === unreadableDefinition || typeof definition !== "object" || definition === null)
    throw new Error("it is no JSON");
  for (const list of ["inputs", "steps", "actions"] as const) requireList(list, definition[list]);
  const scope: Readonly<Record<string, unknown>> = definition.scope ?? {};
  requireKnown("the scope", scope["kind"], Object.keys(idsOf));
  const ids = idsOf[scope["kind"] as RuleScope["kind"]];
  if (scope["kind"] !== "DEVICE_GROUP") requireList(`scope.${ids}`, scope[ids]);
  for (const input of definition.inputs) {
    if ("window" in input && input.window) requireKnown("the window", input.window.function, windowFunctions);
  }
}

export const requireComparison = (comparison: unknown): void =>
  requireKnown("the comparison", comparison, Object.keys(ruleComparisons));
