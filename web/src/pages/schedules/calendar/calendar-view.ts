import type { Day } from "./days.ts";
import type { CalendarContent } from "./events.ts";
import type { SilentTime } from "./silent-times.ts";

/** What the views of a calendar are given. */
export interface CalendarView {
  readonly days: readonly Day[];
  readonly today: Day;
  readonly content: CalendarContent;
  /** When nobody is told: behind the runs. */
  readonly silent: ReadonlyMap<Day, readonly SilentTime[]>;
  readonly nameOf: (scheduleId: string) => string;
  readonly chosen: string | undefined;
  readonly onChoose: (scheduleId: string) => void;
}
