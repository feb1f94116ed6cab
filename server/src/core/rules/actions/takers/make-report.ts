import { createHash } from "node:crypto";
import { said } from "@heliograph/contract";
import type { JobId, ReportId, TenantId } from "../../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../../kernel/time.ts";
import type { RuleAsker } from "../../book/rule-editor.ts";
import type { ActionTaker } from "../action-taker.ts";

/** What makes reports, in the name of who saved them; once for each id. */
export interface MakesReports {
  /** Whether it is there, for who may have it made. */
  isFor(by: RuleAsker, report: ReportId): Promise<boolean>;
  runByRule(tenant: TenantId, report: ReportId, id: JobId, at: EpochMs): Promise<{ readonly name: string }>;
}

/** Asks for the report and notes that in one transaction; its id follows from the key, so that asked again it is the same [RUL4]. */
export const makeReport = (reports: MakesReports): ActionTaker<"REPORT"> => ({
  kind: "REPORT",
  isStored: true,
  problems: async (by, { reportId }) =>
    (await reports.isFor(by, reportId.toLowerCase() as ReportId))
      ? []
      : [{ path: "reportId", ...said("NO_REPORT", `There is no report ${reportId}`, { id: reportId }) }],
  carryOut: async ({ key, tenantId, action, transition }) => {
    const at = epochMs(Math.round(transition.now));
    const { name } = await reports.runByRule(tenantId, action.reportId.toLowerCase() as ReportId, idOf(key), at);
    return `${name} is being made`;
  },
});

/** A UUID of version 8 (RFC 9562): what it is made of is ours to say. */
function idOf(key: string): JobId {
  const hash = createHash("sha256").update(`rule report ${key}`).digest("hex");
  const variant = ((Number.parseInt(hash.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  const text = `${hash.slice(0, 12)}8${hash.slice(13, 16)}${variant}${hash.slice(18, 32)}`;
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") as JobId;
}
