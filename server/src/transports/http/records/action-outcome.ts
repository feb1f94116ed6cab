/** What became of an action, by a name under which pages have words of their own, with what these need. */
interface NamedOutcome {
  readonly code?: string;
  readonly params?: Readonly<Record<string, string>>;
}

/**
 * Outcomes are kept in English words [RUL4]. These are ours; what another program answered, or a refusal says, is shown as it is.
 * The names of groups are those of parameters.
 */
const outcomes: readonly (readonly [string, RegExp])[] = [
  ["COLLECTED", /^collected with others like it$/],
  ["TOLD_TO_MORE", /^told to (?<whom>.+) and (?<more>\d+) more$/],
  ["TOLD_TO", /^told to (?<whom>.+)$/],
  ["NOBODY_THERE", /^nobody was told: /],
  ["SILENCED", /^silenced \((?<why>\w+)(?:, (?<detail>.*))?\): /],
  ["QUEUED_AS", /^queued as (?<id>\S+)$/],
  ["REPORT_BEGUN", /^(?<name>.+) is being made$/],
  ["VALUE_WRITTEN", /^(?<key>\S+) is (?<value>.+)$/],
  ["TOO_MANY_RULES", /^(?<rules>\d+) rules one after another led to it$/],
  ["TOO_LATE", /^it is late, or too long ago$/],
  ["INPUT_VALUE_UNKNOWN", /^the value of (?<name>.+) is unknown$/],
  ["PERHAPS_A_LOOP", /^done (?<times>\d+) times within an hour: perhaps a loop$/],
  ["OFTEN_ENOUGH", /^at most (?<times>\d+) times an hour$/],
  ["TENANT_WAITS", /^(?<most>\d+) actions of the tenant wait$/],
  ["DEVICE_GONE", /^the device is gone$/],
  ["WEBHOOK_DELETED", /^the webhook was deleted$/],
];

export function namedOutcome(result: string | null): NamedOutcome {
  for (const [code, pattern] of result === null ? [] : outcomes) {
    const found = pattern.exec(result ?? "");
    if (found) return { code, params: definedOf(found.groups ?? {}) };
  }
  return {};
}

const definedOf = (groups: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(groups).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
