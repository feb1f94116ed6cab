import { type DashboardConfiguration, knownWidget, type ShownDevice, type Widget } from "@heliograph/contract";
import { reachFor } from "../../../core/access/index.ts";
import type { AliasOf, OpenedShare, SharedPiece } from "../../../core/dashboard-shares/index.ts";
import type { DeviceWithActivity } from "../../../core/devices/index.ts";
import { sizeOf, timesOf } from "../../../core/files/index.ts";
import { type Reach, reaches } from "../../../core/projects/index.ts";
import { type LineTerms, lineParts } from "./data-lines.ts";

/** What strangers get of a page: ids of the link's own, and of each record what the dashboard shows of it [DSH6]. */
export async function* sharedLines(pieces: AsyncIterable<SharedPiece>, opened: OpenedShare): AsyncGenerator<string> {
  const { alias } = opened;
  const terms = termsOf(opened);
  for await (const piece of pieces) {
    if (piece.is === "range" || piece.is === "channels") yield `${ownLine(piece, alias)}\n`;
    else yield* lineParts(piece, terms);
  }
}

/** What is told with links alone. */
function ownLine(piece: Extract<SharedPiece, { readonly is: "range" | "channels" }>, alias: AliasOf): string {
  if (piece.is === "range") return JSON.stringify({ type: "range", startTs: piece.range.from, endTs: piece.range.to });
  const { typeId, channels } = piece;
  return JSON.stringify({ type: "channels", deviceProfileId: alias(typeId), channels });
}

function termsOf({ dashboard, standing, alias }: OpenedShare): LineTerms {
  const columns = shownColumns(dashboard.configuration);
  const seesAlarms = columns.has("ALARMS") ? reachFor(standing, ["VIEW_ALARMS"]) : undefined;
  return {
    idOf: alias,
    deviceRecordOf: (device) => shownDevice(device, columns, seesAlarms, alias),
    alarmRecordOf: (alarm) => ({
      id: { entityType: "ALARM", id: alias(alarm.id) },
      originator: { entityType: "DEVICE", id: alias(alarm.originator.id) },
      originatorDisplayName: alarm.originatorLabel || alarm.originatorName,
      ...{ type: alarm.type, severity: alarm.severity, startTs: alarm.startTs, endTs: alarm.endTs },
      ...{ acknowledged: alarm.acknowledged, cleared: alarm.cleared, clearTs: alarm.clearTs ?? 0 },
    }),
    fileRecordOf: (file) => ({ name: file.name, tag: file.tag, ...timesOf(file), size: sizeOf(file) }),
  };
}

type Column = "TYPE" | "LABEL" | "CONTACT" | "ALARMS";

function shownDevice(
  device: DeviceWithActivity,
  columns: ReadonlySet<Column>,
  seesAlarms: Reach | undefined,
  alias: AliasOf,
): ShownDevice {
  const showsContact = columns.has("CONTACT");
  return {
    id: { entityType: "DEVICE", id: alias(device.id) },
    deviceProfileId: { entityType: "DEVICE_PROFILE", id: alias(device.typeId) },
    name: device.name,
    type: columns.has("TYPE") ? device.type : "",
    label: columns.has("LABEL") ? device.label : null,
    active: showsContact && device.active,
    lastActivityTime: showsContact ? device.lastActivityTime : null,
    alarmSeverity: seesAlarms && reaches(seesAlarms, device.projectId) ? device.alarmSeverity : null,
  };
}

/** What any widget of the dashboard tells of devices beside their names. */
function shownColumns({ widgets }: DashboardConfiguration): ReadonlySet<Column> {
  return new Set(Object.values(widgets).flatMap((stored) => columnsOf(knownWidget(stored))));
}

function columnsOf(widget: Widget | undefined): readonly Column[] {
  if (widget?.kind === "MAP") return ["ALARMS"];
  return widget?.kind === "TABLE" ? (widget.options.columns ?? []) : [];
}
