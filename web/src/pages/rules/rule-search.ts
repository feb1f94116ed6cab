export const ruleTabs = ["editor", "traces", "versions"] as const;
export type RuleTab = (typeof ruleTabs)[number];

/** Which part of a rule is looked at, and of which device. */
export interface RuleSearch {
  readonly tab?: RuleTab;
  readonly device?: string;
}

/** What a new rule begins as: a preset, or a copy. */
export interface NewRuleSearch {
  readonly preset?: string;
  readonly copy?: string;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Only what the address can mean; the rest of it is dropped. */
export function ruleSearchOf({ tab, device }: Record<string, unknown>): RuleSearch {
  const found = ruleTabs.find((one) => one === tab && one !== "editor");
  const deviceId = textOf(device);
  return { ...(found && { tab: found }), ...(deviceId !== undefined && { device: deviceId }) };
}

export function newRuleSearchOf({ preset, copy }: Record<string, unknown>): NewRuleSearch {
  const [wanted, from] = [textOf(preset), textOf(copy)];
  return { ...(wanted !== undefined && { preset: wanted }), ...(from !== undefined && { copy: from }) };
}
