import { type Static, Type } from "typebox";
import { moment, Timestamp } from "./time.ts";

/** For a calendar: what is between two moments. */
export const CalendarQuery = Type.Object({
  startTs: moment("From then on, Unix ms"),
  endTs: moment("Until before then, at most 62 days later, Unix ms", 1795305600000),
});

/** When something is on that lasts for a while. */
export const CalendarSpans = Type.Array(Type.Object({ startTs: Timestamp, endTs: Timestamp }), {
  description: "When it is on, as far as that touches the time asked for",
});
export type CalendarSpans = Static<typeof CalendarSpans>;
