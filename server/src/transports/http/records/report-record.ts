import type { ReportContent, ReportFileRecord, ReportPaper, ReportRecord, ReportToSave } from "@heliograph/contract";
import { choiceOf } from "../../../core/devices/index.ts";
import type { Report, ReportFile, ReportProperties } from "../../../core/reports/index.ts";
import type { DashboardId, ReportFileId, ReportId } from "../../../kernel/ids.ts";
import { devicesOf } from "./device-choice-record.ts";

export const reportIdOf = (text: string): ReportId => text.toLowerCase() as ReportId;
export const reportFileIdOf = (text: string): ReportFileId => text.toLowerCase() as ReportFileId;

export const reportRecordOf = (report: Report): ReportRecord => ({
  id: { entityType: "REPORT", id: report.id },
  createdTime: report.createdTime,
  updatedTime: report.updatedTime,
  tenantId: { entityType: "TENANT", id: report.tenantId },
  name: report.name,
  description: report.description,
  content: contentOf(report.content),
  format: report.format,
  timeZone: report.timeZone,
  mail: report.mail,
  version: report.version,
  ownedBy: report.maker.username,
});

export function reportPropertiesOf(sent: ReportToSave): ReportProperties {
  const { name, description, content, format, timeZone, mail } = sent;
  return {
    ...{ name, description: description || null, format, timeZone, mail: mail ?? null },
    content: sentContentOf(content),
  };
}

const usualPaper: ReportPaper = { size: "A4", orientation: "LANDSCAPE" };

function sentContentOf(content: ReportContent): Report["content"] {
  if (content.kind === "DASHBOARD") {
    const { kind, dashboardId, range, variables = {}, paper = usualPaper } = content;
    return { kind, dashboardId: dashboardId.toLowerCase() as DashboardId, range, variables, paper };
  }
  const { kind, channels, range, aggregation, ...devices } = content;
  return { kind, choice: choiceOf(devices), channels, range, aggregation };
}

function contentOf(content: Report["content"]): ReportContent {
  if (content.kind === "DASHBOARD") return content;
  const { kind, choice, channels, range, aggregation } = content;
  return {
    ...{ kind, ...devicesOf(choice), range },
    ...(channels && { channels: [...channels] }),
    ...(aggregation && { aggregation }),
  };
}

export const reportFileRecordOf = (file: ReportFile): ReportFileRecord => ({
  id: { entityType: "REPORT_FILE", id: file.id },
  reportId: file.reportId === null ? null : { entityType: "REPORT", id: file.reportId },
  name: file.name,
  createdTime: file.createdTime,
  finishedTime: file.finishedTime,
  trigger: file.trigger,
  createdBy: file.username,
  state: file.state,
  error: file.error,
  startTs: file.startTs,
  endTs: file.endTs,
  timeZone: file.timeZone,
  format: file.format,
  fileName: file.made?.fileName ?? null,
  size: file.made?.content.size ?? null,
  rows: file.made?.rows ?? null,
  devices: file.made?.devices ?? null,
  failed: file.failed,
  total: file.total,
  processed: file.processed,
  jobId: { entityType: "JOB", id: file.id },
  expiresTime: file.expiresTime,
});
