import type { ScheduleRunRecord, ScheduleRunState } from "@heliograph/contract";
import { durationText } from "../../format/duration.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";

const tones: Record<ScheduleRunState, string> = {
  QUEUED: "",
  RUNNING: "accent",
  DONE: "good",
  FAILED: "bad",
  CANCELLED: "warn",
  MISSED: "warn",
  SKIPPED: "warn",
};

/** Done for some devices only is not simply done. */
const toneOf = ({ state, failed }: Pick<ScheduleRunRecord, "state" | "failed">): string =>
  state === "DONE" && failed > 0 ? "warn" : tones[state];

/** What became of a run, in a word. */
export function RunBadge({ run }: { readonly run: Pick<ScheduleRunRecord, "state" | "failed"> }) {
  const m = useMessages();
  return (
    <span className={`badge ${toneOf(run)}`} title={m.schedules.stateTexts[run.state]}>
      {m.schedules.states[run.state]}
    </span>
  );
}

/** More is a delay somebody should hear of. */
const lateFromMs = 60_000;

/** What there is to say beside that word. */
export function useRunText(): (run: ScheduleRunRecord) => string {
  const m = useMessages();
  const locale = useLocale();
  return (run) => {
    const { state, dueTime, startedTime, trigger, missed, changed, total, failed, error } = run;
    const isRun = state !== "MISSED" && state !== "SKIPPED";
    return [
      trigger === "PERSON" ? m.schedules.by.PERSON : "",
      isRun && startedTime - dueTime >= lateFromMs ? m.schedules.late(durationText(startedTime - dueTime, locale)) : "",
      isRun && missed > 0 ? m.schedules.standsFor(missed) : "",
      isRun && error === null ? m.schedules.outcome(changed, total) : "",
      failed > 0 ? m.schedules.failedOf(failed) : "",
      error ?? m.schedules.stateTexts[state] ?? "",
    ]
      .filter(Boolean)
      .join(" · ");
  };
}
