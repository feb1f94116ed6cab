import type { Static } from "typebox";
import { Uuid } from "../../ids.ts";
import { actionSchema } from "./action-kind.ts";

/** Makes a report [SCH2]: with what its owner may see then, about the time before what happened. */
export const ReportAction = actionSchema(
  "REPORT",
  { reportId: { ...Uuid, description: "Which of the tenant's reports" } },
  "Makes a report",
);
export type ReportAction = Static<typeof ReportAction>;
