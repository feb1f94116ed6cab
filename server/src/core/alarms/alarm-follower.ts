import type { Alarm } from "./alarm.ts";

/** What of an alarm others have to act on: it is there, got another severity, is over, somebody knows, or its shelving ended. */
type AlarmHappening = "RAISED" | "CHANGED" | "CLEARED" | "ACKED" | "AWAKE";

/** Told in the transaction of the change, in the order in which it happened: what follows from it is stored with it. */
export interface AlarmFollower {
  happened(news: readonly AlarmHappened[]): Promise<void>;
}

export interface AlarmHappened {
  readonly kind: AlarmHappening;
  readonly alarm: Alarm;
  /** It is late, or too long ago: nobody is to be told [RUL3]. */
  readonly isQuiet?: boolean;
}

/** What one alarm was before, and is now. */
export interface FollowedChange {
  readonly before: Alarm | undefined;
  readonly after: Alarm;
  readonly isQuiet?: boolean;
}

/** What happened between two states of an alarm; without a first one it is new. */
export function happenings(before: Alarm | undefined, after: Alarm, isQuiet = false): AlarmHappened[] {
  const kinds: AlarmHappening[] = [];
  if (!before) kinds.push("RAISED");
  else if (before.severity !== after.severity) kinds.push("CHANGED");
  if (after.acknowledged && !before?.acknowledged) kinds.push("ACKED");
  if (after.cleared && !before?.cleared) kinds.push("CLEARED");
  return kinds.map((kind) => ({ kind, alarm: after, isQuiet }));
}
