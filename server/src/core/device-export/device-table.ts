import type { DeviceViewColumn, DeviceViewField } from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";
import type { DeviceId, ProjectId } from "../../kernel/ids.ts";
import type { Attributes } from "../attributes/index.ts";
import type { DeviceFilter, Devices, DeviceWithActivity } from "../devices/index.ts";
import type { ListedProject, Reach } from "../projects/index.ts";
import { reaches } from "../projects/index.ts";
import type { NewestPoints, TelemetryValue } from "../telemetry/index.ts";

export type TableCell = TelemetryValue | null;

/** Where the reader may read what; undefined is nowhere. */
interface ExportReader {
  readonly telemetry: Reach | undefined;
  readonly alarms: Reach | undefined;
  /** Undefined where no tokens are wanted. */
  readonly credentials: Reach | undefined;
}

interface TableParts {
  readonly devices: Pick<Devices, "stream" | "showCredentials">;
  readonly attributes: Pick<Attributes, "read">;
  readonly telemetry: NewestPoints;
  readonly projects: { readonly list: (reach: Reach) => Promise<readonly ListedProject[]> };
}

interface Wanted {
  readonly filter: DeviceFilter;
  readonly columns: readonly DeviceViewColumn[];
  readonly reader: ExportReader;
}

/** What an import takes: a file that was exported can be imported elsewhere. */
const ownFields = ["name", "type", "label", "description", "serialNumber", "firmwareVersion"] as const;
const alreadyThere: ReadonlySet<string> = new Set(ownFields);

const isTold = (column: DeviceViewColumn): boolean =>
  column.kind === "FIELD" ? !alreadyThere.has(column.field) : column.kind !== "HISTORY";

/** The names of the columns, as they stand in the first row. */
export function headingsOf(columns: readonly DeviceViewColumn[], hasTokens: boolean): readonly string[] {
  const further = columns.filter(isTold).map((one) => (one.kind === "FIELD" ? one.field : "key" in one ? one.key : ""));
  return [...ownFields, ...(hasTokens ? ["token"] : []), ...further];
}

/** The rows of an export, some devices at a time, as they are read. */
export async function* deviceRows(
  parts: TableParts,
  { filter, columns, reader }: Wanted,
): AsyncGenerator<TableCell[][]> {
  const told = columns.filter(isTold);
  const names = new Map((await parts.projects.list(filter.reach)).map(({ id, name }) => [id, name]));
  for await (const devices of parts.devices.stream(filter)) {
    const newest = await newestOf(parts, devices, told, reader);
    const rows: TableCell[][] = [];
    for (const device of devices) {
      const held = await attributesOf(parts, device, told, reader);
      const token = reader.credentials ? [await tokenOf(parts, reader.credentials, device.id)] : [];
      const cells = told.map((column) => {
        if (column.kind === "FIELD") return fieldOf(device, column.field, names, reader);
        if (column.kind === "LATEST") return newest.get(`${device.id} ${column.key}`) ?? null;
        return column.kind === "ATTRIBUTE" ? (held.get(`${column.scope} ${column.key}`) ?? null) : null;
      });
      rows.push([...ownFields.map((field) => device[field]), ...token, ...cells]);
    }
    yield rows;
  }
}

const isReadable = (reach: Reach | undefined, { projectId }: DeviceWithActivity): boolean =>
  reach !== undefined && reaches(reach, projectId);

async function newestOf(
  { telemetry }: TableParts,
  devices: readonly DeviceWithActivity[],
  columns: readonly DeviceViewColumn[],
  reader: ExportReader,
): Promise<ReadonlyMap<string, TelemetryValue>> {
  const keys = columns.flatMap((one) => (one.kind === "LATEST" ? [one.key] : []));
  const series = devices
    .filter((device) => isReadable(reader.telemetry, device))
    .flatMap(({ id }) => keys.map((key) => ({ device: id, key })));
  if (series.length === 0) return new Map();
  const found = await telemetry.newest(series);
  return new Map(
    series.flatMap(({ device, key }, at) => {
      const sample = found[at];
      return sample ? [[`${device} ${key}`, sample.value] as const] : [];
    }),
  );
}

async function attributesOf(
  { attributes }: TableParts,
  device: DeviceWithActivity,
  columns: readonly DeviceViewColumn[],
  reader: ExportReader,
): Promise<ReadonlyMap<string, TelemetryValue>> {
  const wanted = columns.flatMap((one) => (one.kind === "ATTRIBUTE" ? [one] : []));
  if (wanted.length === 0 || !isReadable(reader.telemetry, device)) return new Map();
  const scopes = [...new Set(wanted.map(({ scope }) => scope))];
  const found = await attributes.read(device.id, { only: [...new Set(wanted.map(({ key }) => key))] }, scopes);
  return new Map(found.map(({ scope, key, value }) => [`${scope} ${key}`, value]));
}

/** Where it may not be seen, or is gone by now, there is none. */
async function tokenOf({ devices }: TableParts, reach: Reach, id: DeviceId): Promise<string | null> {
  try {
    return (await devices.showCredentials(reach, id)).token;
  } catch (error) {
    if (error instanceof AppError && ["not-found", "forbidden"].includes(error.fault)) return null;
    throw error;
  }
}

const timeText = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

function fieldOf(
  device: DeviceWithActivity,
  field: DeviceViewField,
  projects: ReadonlyMap<ProjectId, string>,
  reader: ExportReader,
): TableCell {
  switch (field) {
    case "alarm":
      return isReadable(reader.alarms, device) ? device.alarmSeverity : null;
    case "project":
      return device.projectId === null ? null : (projects.get(device.projectId) ?? null);
    case "createdTime":
    case "lastActivityTime":
      return timeText(device[field]);
    default:
      return device[field];
  }
}
