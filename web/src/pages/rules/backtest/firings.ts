import type { AlarmSeverity, RuleBacktestResult } from "@heliograph/contract";
import type { Gap } from "../../../charts/gaps.ts";

/** One time it would have fired. */
export interface Firing {
  readonly deviceId: string;
  readonly from: number;
  /** Where it was not over, the end of what was looked at. */
  readonly to: number;
  readonly isOver: boolean;
  readonly severity: AlarmSeverity;
  readonly highest: number | null;
  readonly lowest: number | null;
}

export interface BacktestSummary {
  readonly count: number;
  readonly lastedMs: number;
  readonly tooShort: number;
  readonly points: number;
  readonly isCutOff: boolean;
  /** Something it looks at has no history: what it is now was taken. */
  readonly isPartlyOfNow: boolean;
  /** Newest first. */
  readonly firings: readonly Firing[];
  /** When each device sent nothing. */
  readonly silent: ReadonlyMap<string, readonly Gap[]>;
}

/** What a rule would have done with all the devices together [RUL6]. */
export function summaryOf(results: readonly RuleBacktestResult[], isPartlyOfNow = false): BacktestSummary {
  const sum = (part: (result: RuleBacktestResult) => number) => results.reduce((all, one) => all + part(one), 0);
  return {
    count: sum(({ count }) => count),
    lastedMs: sum(({ lastedMs }) => lastedMs),
    tooShort: sum(({ tooShort }) => tooShort),
    points: sum(({ points }) => points),
    isCutOff: results.some(({ isCutOff }) => isCutOff),
    isPartlyOfNow,
    silent: new Map(results.map((one) => [one.deviceId.id, one.silent.map(gapOf)])),
    firings: results.flatMap(firingsOf).toSorted((a, b) => b.from - a.from),
  };
}

const gapOf = ({ startTs, endTs }: RuleBacktestResult["silent"][number]): Gap => ({ from: startTs, to: endTs });

const firingsOf = ({ deviceId, firings, endedTs }: RuleBacktestResult): readonly Firing[] =>
  firings.map(({ startTs, endTs, severity, highest, lowest }) => ({
    ...{ deviceId: deviceId.id, from: startTs, to: endTs ?? endedTs, isOver: endTs !== null },
    ...{ severity, highest, lowest },
  }));

/** Those that would have fired first, each kind by name: whoever comes back finds them where they were. */
export function inRowOrder<T extends { readonly id: string; readonly name: string }>(
  devices: readonly T[],
  firings: readonly Pick<Firing, "deviceId">[],
  locale: string,
): readonly T[] {
  const firing = new Set(firings.map(({ deviceId }) => deviceId));
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const last = ({ id }: T) => (firing.has(id) ? 0 : 1);
  return devices.toSorted((a, b) => last(a) - last(b) || compare(a.name, b.name) || compare(a.id, b.id));
}

/** A firing with as much before and after it, and never less than a few minutes. */
export function aroundOf({ from, to }: Pick<Firing, "from" | "to">): { from: number; to: number } {
  const air = Math.max(to - from, 300_000);
  return { from: Math.floor(from - air), to: Math.ceil(to + air) };
}
