export const ruleTabs = ["editor", "traces", "versions"] as const;
export type RuleTab = (typeof ruleTabs)[number];

/** Of which device, and around which moment, somebody asks why. */
export interface Asked {
  readonly device?: string;
  /** Around which moment, in Unix milliseconds. */
  readonly at?: number;
}

/** Which part of a rule is looked at. */
export interface RuleSearch extends Asked {
  readonly tab?: RuleTab;
}

/** What a new rule begins as: a preset, or a copy. */
export interface NewRuleSearch {
  readonly preset?: string;
  readonly copy?: string;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Only what the address can mean; the rest of it is dropped. */
export function ruleSearchOf({ tab, device, at }: Record<string, unknown>): RuleSearch {
  const found = ruleTabs.find((one) => one === tab && one !== "editor");
  const deviceId = textOf(device);
  const isMoment = typeof at === "number" && Number.isSafeInteger(at);
  return {
    ...(found && { tab: found }),
    ...(deviceId !== undefined && { device: deviceId }),
    ...(isMoment && { at }),
  };
}

export function newRuleSearchOf({ preset, copy }: Record<string, unknown>): NewRuleSearch {
  const [wanted, from] = [textOf(preset), textOf(copy)];
  return { ...(wanted !== undefined && { preset: wanted }), ...(from !== undefined && { copy: from }) };
}
