import type {
  MissedPolicy,
  ScheduleAction,
  ScheduleRecord,
  ScheduleTiming,
  ScheduleToSave,
} from "@heliograph/contract";
import { isWholeAction } from "./schedule-action.ts";

/** A schedule as it is being edited. */
export interface ScheduleDraft {
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly timing: ScheduleTiming;
  readonly timeZone: string;
  readonly missed: MissedPolicy;
  readonly action: ScheduleAction;
}

export const draftOf = ({ name, description, enabled, timing, timeZone, missed, action }: ScheduleRecord) => ({
  ...{ name, description: description ?? "", enabled, timing, timeZone, missed, action },
});

export const isSame = (a: ScheduleDraft, b: ScheduleDraft): boolean => JSON.stringify(a) === JSON.stringify(b);

/** As it is sent: the whole schedule, with the version it was made from. */
export const inputOf = (
  { description, name, ...rest }: ScheduleDraft,
  base: Pick<ScheduleRecord, "id" | "version"> | undefined,
): ScheduleToSave => ({
  ...(base && { id: base.id, version: base.version }),
  ...{ ...rest, name: name.trim(), description: description.trim() || null },
});

/** A night's self-test, until something else is said. */
export const newDraft = (name: string, timeZone: string, action: ScheduleAction): ScheduleDraft => ({
  ...{
    name,
    description: "",
    enabled: true,
    timing: { kind: "DAILY", time: "02:30" },
    timeZone,
    missed: "SKIP",
    action,
  },
});

/** Whether it can be saved. */
export const isComplete = ({ name, action }: ScheduleDraft): boolean => name.trim() !== "" && isWholeAction(action);
