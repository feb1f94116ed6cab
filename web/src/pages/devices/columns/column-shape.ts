import type { DeviceViewColumn, DeviceViewField } from "@heliograph/contract";
import type { DeviceSort } from "../device-list-search.ts";
import { columnId } from "../look/columns-text.ts";
import { shareName } from "./text-widths.ts";

/** How wide a column is at least, and its share of what is left where its texts do not say. */
interface Width {
  readonly least: number;
  readonly share: number;
}

const fields: Readonly<Record<DeviceViewField, Width>> = {
  alarm: { least: 220, share: 270 }, // its name, since when, and how many more: what one looks for first
  type: { least: 90, share: 120 },
  project: { least: 90, share: 120 },
  label: { least: 90, share: 130 },
  serialNumber: { least: 100, share: 110 },
  firmwareVersion: { least: 80, share: 90 },
  createdTime: { least: 150, share: 150 },
  lastActivityTime: { least: 110, share: 110 },
};
const nameWidth: Width = { least: 150, share: 200 };
const others: Readonly<Record<Exclude<DeviceViewColumn["kind"], "FIELD">, Width>> = {
  LATEST: { least: 104, share: 100 },
  HISTORY: { least: 150, share: 60 },
  ATTRIBUTE: { least: 100, share: 120 },
};

const widthOf = (column: DeviceViewColumn): Width =>
  column.kind === "FIELD" ? fields[column.field] : others[column.kind];

const [choice, menu, gap, sides] = [18, 44, 14, 24];

/** The columns of a row as the styles take them, and how wide all of them are at least. */
export function gridOf(columns: readonly DeviceViewColumn[], hasChoice: boolean) {
  const tracks = [
    ...(hasChoice ? [`${choice}px`] : []),
    trackOf(nameWidth, "name"),
    ...columns.map((one) => trackOf(widthOf(one), one.kind === "FIELD" ? one.field : undefined)),
    `${menu}px`,
  ];
  const fixed = (hasChoice ? choice : 0) + menu + gap * (tracks.length - 1) + sides;
  const leasts = [nameWidth, ...columns.map(widthOf)].reduce((sum, { least }) => sum + least, 0);
  return { tracks: tracks.join(" "), least: fixed + leasts };
}

/** Where the page knows how long the texts of a field are, that is its share. */
const trackOf = ({ least, share }: Width, field: string | undefined): string =>
  `minmax(${least}px, ${field === undefined ? `${share}fr` : `var(${shareName(field)}, ${share}fr)`})`;

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
