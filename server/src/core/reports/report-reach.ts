import { ChoiceReach } from "../jobs/index.ts";
import { reportNotFound } from "./errors.ts";
import type { Report } from "./report.ts";
import type { ReportStore } from "./report-store.ts";

/** Who sees a report, and who changes it or has it made: it is sent to whom it says [PRJ1, SCH2]. */
export const reportReach = (places: ReportStore): ChoiceReach<Report> =>
  new ChoiceReach({
    ...{ places, notFound: reportNotFound, view: "VIEW_SCHEDULES", edit: "EDIT_SCHEDULES" },
    choiceOf: ({ content }) => (content.kind === "TELEMETRY" ? content.choice : null), // what a dashboard shows may be anywhere
  });
