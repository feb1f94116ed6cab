import type { MaintenanceWindowInput, WeeklyRecurrence } from "@heliograph/contract";
import { localInputMs } from "../../format/time.ts";
import type { Messages } from "../../i18n/messages.tsx";
import { textOf } from "../../ui/field.tsx";
import { FormProblem } from "../../ui/form-problem.ts";

const hourMs = 3_600_000;
const shortestMs = 60_000;
const longestMs = 7 * 24 * hourMs;

/** When it is, and for which project, type and alarm, as the form says; what is wrong is thrown in the reader's words [ALM3]. */
export function windowInput(form: FormData, isWeekly: boolean, m: Messages): Omit<MaintenanceWindowInput, "deviceId"> {
  const said = (name: string): string => textOf(form, name).trim();
  return {
    name: said("name"),
    ...timesOf(form, isWeekly, m),
    ...(said("description") && { description: said("description") }),
    ...(said("project") && { projectId: { id: said("project") } }),
    ...(said("type") && { deviceProfileId: { id: said("type") } }),
    ...(said("alarm") && { alarmType: said("alarm") }),
  };
}

function timesOf(form: FormData, isWeekly: boolean, m: Messages) {
  const startTs = localInputMs(textOf(form, "from"));
  const to = textOf(form, "to");
  const endTs = to === "" ? undefined : localInputMs(to);
  if (endTs !== undefined && endTs <= startTs) throw new FormProblem(m.maintenance.endFirst);
  return {
    startTs,
    ...(endTs !== undefined && { endTs }),
    ...(isWeekly && { recurrence: recurrenceOf(form, m) }),
  };
}

function recurrenceOf(form: FormData, m: Messages): WeeklyRecurrence {
  const weekdays = form.getAll("day").map(Number);
  if (weekdays.length === 0) throw new FormProblem(m.maintenance.noDay);
  const durationMs = Math.round(Number(textOf(form, "hours")) * hourMs);
  if (!(durationMs >= shortestMs && durationMs <= longestMs)) throw new FormProblem(m.maintenance.noDuration);
  return { weekdays, start: textOf(form, "at").slice(0, 5), durationMs, timeZone: textOf(form, "zone") };
}
