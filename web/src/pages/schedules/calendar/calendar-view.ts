import type { Day } from "./days.ts";
import type { CalendarContent } from "./events.ts";

/** What the views of a calendar are given. */
export interface CalendarView {
  readonly days: readonly Day[];
  readonly today: Day;
  readonly content: CalendarContent;
  readonly nameOf: (scheduleId: string) => string;
  readonly chosen: string | undefined;
  readonly onChoose: (scheduleId: string) => void;
}
