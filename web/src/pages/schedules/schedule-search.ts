import { isDay, type Span } from "./calendar/days.ts";

/** What of the schedules is looked at: part of the address, so that it can be gone back to and sent to others. */
export interface ScheduleSearch {
  readonly view?: "calendar";
  readonly span?: Span;
  readonly day?: string;
  /** The one whose panel is open. */
  readonly schedule?: string;
}

/** A new one may be begun for a report. */
export interface NewScheduleSearch {
  readonly report?: string;
}

export const newScheduleSearchOf = ({ report }: Record<string, unknown>): NewScheduleSearch =>
  typeof report === "string" ? { report } : {};

export function scheduleSearchOf({ view, span, day, schedule }: Record<string, unknown>): ScheduleSearch {
  return {
    ...(view === "calendar" && { view }),
    ...(span === "month" && { span }),
    ...(typeof day === "string" && isDay(day) && { day }),
    ...(typeof schedule === "string" && { schedule }),
  };
}
