import type { DeviceViewColumn, DeviceViewField } from "@heliograph/contract";
import type { DeviceSort } from "../device-list-search.ts";
import { columnId } from "../look/columns-text.ts";

/** How wide a column is at least, and its share of what is left. */
interface Width {
  readonly least: number;
  readonly share: number;
}

const fields: Readonly<Record<DeviceViewField, Width>> = {
  alarm: { least: 190, share: 1.5 },
  type: { least: 90, share: 1 },
  project: { least: 90, share: 1 },
  label: { least: 90, share: 1.2 },
  serialNumber: { least: 100, share: 1 },
  firmwareVersion: { least: 80, share: 0.8 },
  createdTime: { least: 150, share: 1 },
  lastActivityTime: { least: 110, share: 0.9 },
};
const nameWidth: Width = { least: 190, share: 2.2 };
const others: Readonly<Record<Exclude<DeviceViewColumn["kind"], "FIELD">, Width>> = {
  LATEST: { least: 104, share: 0.8 },
  HISTORY: { least: 150, share: 0.4 },
  ATTRIBUTE: { least: 100, share: 1 },
};

const widthOf = (column: DeviceViewColumn): Width =>
  column.kind === "FIELD" ? fields[column.field] : others[column.kind];

const [choice, menu, gap, sides] = [18, 44, 14, 24];

/** The columns of a row as the styles take them, and how wide all of them are at least. */
export function gridOf(columns: readonly DeviceViewColumn[], hasChoice: boolean) {
  const widths = [nameWidth, ...columns.map(widthOf)];
  const tracks = [...(hasChoice ? [`${choice}px`] : []), ...widths.map(trackOf), `${menu}px`];
  const fixed = (hasChoice ? choice : 0) + menu + gap * (tracks.length - 1) + sides;
  return { tracks: tracks.join(" "), least: fixed + widths.reduce((sum, { least }) => sum + least, 0) };
}

const trackOf = ({ least, share }: Width): string => `minmax(${least}px, ${share}fr)`;

/** By what the server sorts a column; undefined where it does not. A line is sorted by where it ends. */
export function sortOf(column: DeviceViewColumn): DeviceSort | undefined {
  if (column.kind === "HISTORY" || column.kind === "LATEST")
    return columnId({ kind: "LATEST", key: column.key }) as DeviceSort;
  if (column.kind === "ATTRIBUTE") return columnId(column) as DeviceSort;
  if (column.field === "project") return undefined;
  return column.field === "alarm" ? "alarmSeverity" : column.field;
}

/** Numbers stand below each other. */
export const isRight = (column: DeviceViewColumn): boolean => column.kind === "LATEST";
