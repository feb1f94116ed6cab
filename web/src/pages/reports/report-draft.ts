import type { DashboardReport, ReportContent, ReportRange, ReportRecord, ReportToSave } from "@heliograph/contract";

/** A report as it is being written. */
export type ReportDraft = Omit<ReportToSave, "id" | "version" | "mail" | "description"> & {
  readonly description: string;
  /** As they are typed. */
  readonly channelText: string;
  readonly addressText: string;
  readonly attach: boolean;
  readonly userIds: readonly string[];
};

const listed = (text: string): string[] =>
  [...new Set(text.split(/[,;\n]/).map((part) => part.trim()))].filter(Boolean);

const addressesOf = ({ addressText }: Pick<ReportDraft, "addressText">): string[] => listed(addressText);
const isAddress = (text: string): boolean => /^[^@\s]+@[^@\s]+$/.test(text);

export const draftOf = ({ name, description, content, format, timeZone, mail }: ReportRecord): ReportDraft => ({
  ...{ name, description: description ?? "", content, format, timeZone },
  channelText: (content.kind === "TELEMETRY" ? (content.channels ?? []) : []).join(", "),
  addressText: (mail?.addresses ?? []).join(", "),
  attach: mail?.attach ?? true,
  userIds: mail?.userIds ?? [],
});

export const newDraft = (name: string, timeZone: string, of?: BegunReport): ReportDraft => {
  const draft = {
    ...{ name, description: "", timeZone, channelText: "", addressText: "", attach: true, userIds: [] },
    ...contentOfKind("TELEMETRY", { kind: "PREVIOUS", unit: "DAY" }),
  };
  if (!of) return draft;
  const { range } = draft.content;
  return { ...draft, format: "PDF", content: { kind: "DASHBOARD", range, ...of } };
};

/** A dashboard to begin with, and what was chosen on its page. */
export type BegunReport = Pick<DashboardReport, "dashboardId"> & Partial<Pick<DashboardReport, "range" | "variables">>;

/** Another kind of content begins with its usual format. */
export function contentOfKind(
  kind: ReportContent["kind"],
  range: ReportRange,
): Pick<ReportDraft, "content" | "format"> {
  if (kind === "TELEMETRY") return { format: "XLSX", content: { kind, deviceIds: [], range } };
  return { format: "PDF", content: { kind, dashboardId: "", range } };
}

/** As it is sent: the whole report, with the version it was made from. */
export function inputOf(draft: ReportDraft, base: Pick<ReportRecord, "id" | "version"> | undefined): ReportToSave {
  const addresses = addressesOf(draft);
  const isSent = addresses.length > 0 || draft.userIds.length > 0;
  const mail = {
    ...(addresses.length > 0 && { addresses }),
    ...(draft.userIds.length > 0 && { userIds: [...draft.userIds] }),
    attach: draft.attach,
  };
  return {
    ...(base && { id: base.id, version: base.version }),
    ...{ name: draft.name.trim(), description: draft.description.trim() || null },
    ...{ format: draft.format, timeZone: draft.timeZone, mail: isSent ? mail : null },
    content: sentContent(draft),
  };
}

function sentContent({ content, channelText }: ReportDraft): ReportContent {
  if (content.kind !== "TELEMETRY") return content;
  const { channels: _, ...rest } = content;
  const channels = listed(channelText);
  return { ...rest, ...(channels.length > 0 && { channels }) };
}

const dayMs = 86_400_000;

/** Another kind of time begins with something usual. */
export function rangeOfKind(kind: ReportRange["kind"], before: ReportRange, now: number): ReportRange {
  const unit = before.kind === "PREVIOUS" || before.kind === "CURRENT" ? before.unit : "DAY";
  switch (kind) {
    case "PREVIOUS":
    case "CURRENT":
      return { kind, unit };
    case "LAST":
      return { kind, ms: dayMs };
    case "BETWEEN":
      return { kind, startTs: now - dayMs, endTs: now };
  }
}

/** The words for what has to be corrected, or undefined. */
export function problemOf(
  draft: ReportDraft,
  words: {
    readonly needsDevices: string;
    readonly needsDashboard: string;
    readonly needsFunctions: string;
    readonly rangeWrong: string;
    readonly badAddress: (text: string) => string;
  },
): string | undefined {
  const { content } = draft;
  const { range } = content;
  if (content.kind === "DASHBOARD" && content.dashboardId === "") return words.needsDashboard;
  if (content.kind === "TELEMETRY" && content.deviceIds?.length === 0) return words.needsDevices;
  if (content.kind === "TELEMETRY" && content.aggregation?.functions.length === 0) return words.needsFunctions;
  if (range.kind === "BETWEEN" && range.endTs <= range.startTs) return words.rangeWrong;
  const wrong = addressesOf(draft).find((text) => !isAddress(text));
  return wrong === undefined ? undefined : words.badAddress(wrong);
}
