import type { RuleDefinition, RuleExplanation, RuleTransitionRecord } from "@heliograph/contract";

type Hold = RuleExplanation["holds"][number];

/** Holds as they are by now: also while nothing arrives, time counts. Only what the server's timer rings for goes on. */
export const holdsAt = (holds: readonly Hold[], now: number): Hold[] =>
  holds.map((hold) => (hold.isMet || hold.dueTime === null ? hold : { ...hold, soFarMs: soFarAt(hold, now) }));

const soFarAt = ({ soFarMs, neededMs, dueTime }: Hold, now: number): number =>
  Math.max(soFarMs, Math.min(neededMs, neededMs - ((dueTime ?? now) - now)));

/** The hold that rings next, where that makes the rule fire. */
export const firingNext = (holds: readonly Hold[], dueTime: number | null): Hold | undefined =>
  holds.find((hold) => hold.path !== "clear.for" && !hold.isMet && dueTime !== null && hold.dueTime === dueTime);

const noticeableMs = 5_000;

/** By how much the values came later than they were measured, where anybody would notice; such waits end later. */
export function lateBy({ since, neededMs, dueTime }: Hold): number | undefined {
  const late = since === null || dueTime === null ? 0 : dueTime - (since + neededMs);
  return late >= noticeableMs ? late : undefined;
}

export interface Waited {
  readonly soFarMs: number;
  readonly neededMs: number;
}

type Moved = Pick<RuleTransitionRecord, "from" | "to" | "ts" | "deviceId">;

/** How long a wait was that ended without an alarm: from the change that began it to the one that ended it. */
export function waitedUntil(
  { from, to, ts, deviceId }: Moved,
  transitions: readonly Moved[],
  { steps }: Pick<RuleDefinition, "steps">,
): Waited | undefined {
  if (from !== "PENDING" || to !== "NORMAL") return undefined;
  const begun = transitions
    .filter((one) => one.deviceId.id === deviceId.id && one.to === "PENDING" && one.ts <= ts)
    .toSorted((a, b) => b.ts - a.ts)[0];
  const neededMs = Math.min(...steps.map((step) => step.for?.ms ?? 0));
  const soFarMs = begun && ts - begun.ts;
  return soFarMs === undefined || soFarMs >= neededMs ? undefined : { soFarMs, neededMs };
}

const [secondMs, minuteMs] = [1_000, 60_000];

/** The longest round time with which it would have fired; undefined where there is none. */
export function shorterWait({ soFarMs }: Waited): number | undefined {
  const unit = soFarMs >= minuteMs ? minuteMs : secondMs;
  const round = Math.floor(soFarMs / unit) * unit;
  return round > 0 ? round : undefined;
}
