import type { DeviceCondition } from "@heliograph/contract";
import { durationText } from "../../../format/duration.ts";
import { typedText } from "../../../format/number.ts";
import type { Messages } from "../../../i18n/messages.tsx";

export interface ConditionNames {
  readonly type: (id: string) => string | undefined;
  readonly project: (id: string) => string | undefined;
  /** What a key is called, and measured in. */
  readonly channel: (key: string) => { readonly title: string; readonly unitShown: string } | undefined;
}

const signs: Readonly<Record<string, string>> = {
  ...{ EQUAL: "=", NOT_EQUAL: "≠", GREATER: ">", GREATER_OR_EQUAL: "≥", LESS: "<", LESS_OR_EQUAL: "≤" },
};

/** A condition in words: what it looks at, and what has to be there. */
export function conditionWords(
  condition: DeviceCondition,
  m: Messages,
  locale: string,
  names: ConditionNames,
): readonly [subject: string, test: string] {
  const { deviceGroups: w } = m;
  const span = (ms: number | undefined) => (ms === undefined ? "" : durationText(ms, locale));
  switch (condition.kind) {
    case "LATEST_VALUE":
    case "ATTRIBUTE": {
      const { comparison, value } = condition;
      const operand = typeof value === "number" ? typedText(value, locale) : String(value ?? "");
      const newer = condition.kind === "LATEST_VALUE" ? span(condition.newerThanMs) : "";
      const channel = condition.kind === "LATEST_VALUE" ? names.channel(condition.key) : undefined;
      const unit = typeof value === "number" ? (channel?.unitShown ?? "") : "";
      const test = `${signs[comparison] ?? w.comparisons[comparison]} ${operand} ${unit}`.trim();
      return [channel?.title ?? condition.key, newer ? `${test} (≤ ${newer})` : test];
    }
    case "ALARM": {
      const severity = condition.severity && `≥ ${m.alarms.severities[condition.severity]}`;
      return [w.kinds.ALARM, [condition.type, severity, w.alarmStates[condition.state]].filter(Boolean).join(", ")];
    }
    case "ACTIVITY":
      return [w.kinds.ACTIVITY, [w.states[condition.state], span(condition.sinceMs)].filter(Boolean).join(" ")];
    case "NAME":
      return [w.kinds.NAME, `${w.nameComparisons[condition.comparison].replace(/ \(.*\)$/, "")} “${condition.text}”`];
    case "TYPE":
      return [w.kinds.TYPE, shortened(condition.deviceProfileIds, names.type, w.missing)];
    case "PROJECT":
      return [
        w.kinds.PROJECT,
        shortened(condition.projectIds, (id) => (id === "none" ? m.projects.unassigned : names.project(id)), w.missing),
      ];
  }
}

function shortened(ids: readonly string[], nameOf: (id: string) => string | undefined, missing: string): string {
  const [first = "", ...rest] = ids;
  return `${nameOf(first) ?? missing}${rest.length > 0 ? ` +${rest.length}` : ""}`;
}
