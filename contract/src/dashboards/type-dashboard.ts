import type { Channel } from "../device-types/channel.ts";
import { gridColumns } from "./bounds.ts";
import type { DashboardConfiguration } from "./configuration.ts";
import type { Place } from "./layout.ts";
import type { DashboardContent } from "./tree.ts";
import { findWidgetKind, type StoredWidget, type WidgetKind, type WidgetOptions } from "./widgets/index.ts";

/** What a dashboard for a device type is made of. */
export interface DescribedType {
  readonly id: string;
  readonly name: string;
  readonly channels: readonly Channel[];
}

/** The words on it, in the language of who makes it. */
export interface TypeDashboardWords {
  readonly devices: string;
  readonly overview: string;
  readonly states: string;
  readonly alarms: string;
  readonly where: string;
}

const valuesAtMost = 6;
const chartsAtMost = 4;
const linesPerChart = 6;
const statesAtMost = 10;
const columnsAtMost = 8;

const variable = "devices";
const chosen = { kind: "VARIABLE", name: variable } as const;

/**
 * A dashboard that fits each device of a type, so that nobody begins with an empty page [DSH5]: big numbers of what is
 * pinned, a chart for each unit, states, places, alarms, and all devices in a table.
 */
export function typeDashboard(type: DescribedType, words: TypeDashboardWords): DashboardContent {
  const rows = [
    valuesRow(type.channels),
    ...chartRows(type.channels, words),
    [...stateWidget(type.channels, words), ...mapWidget(type.channels, words)],
    [widget("ALARM_LIST", { devices: chosen }, words.alarms), tableWidget(type.channels, words)],
  ];
  const { widgets, layout } = placed(rows);
  const configuration: DashboardConfiguration = {
    format: "heliograph.dashboard/1",
    time: { from: "now-6h", to: "now", live: true },
    variables: [
      { kind: "DEVICE", name: variable, label: words.devices, among: { kind: "TYPE", deviceProfileId: type.id } },
    ],
    widgets,
    pages: [{ id: "overview", title: words.overview, layout }],
    annotations: [],
  };
  return { title: type.name, configuration };
}

interface Made {
  readonly widget: StoredWidget;
  readonly height: number;
}

const heights: Partial<Record<WidgetKind, number>> = { VALUE: 5, TIME_SERIES: 10, STATE_TIMELINE: 9, MAP: 9 };
const otherHeight = 10;

function widget<Kind extends WidgetKind>(kind: Kind, options: WidgetOptions<Kind>, title: string): Made {
  const version = findWidgetKind(kind)?.version ?? 1;
  return { widget: { kind, version, title, options: { ...options } }, height: heights[kind] ?? otherHeight };
}

/** A pattern stands for channels nobody knows the names of. */
const isOneKey = ({ key }: Channel): boolean => !key.includes("*");
const nameOf = ({ name, key }: Channel): string => name ?? key;
const isNumber = ({ kind = "number", part }: Channel): boolean => kind === "number" && part === undefined;

/** What is pinned comes first, what is hidden not at all. */
const shown = (channels: readonly Channel[]): Channel[] =>
  channels
    .filter((channel) => isOneKey(channel) && !channel.hidden)
    .toSorted((one, other) => Number(other.pinned ?? false) - Number(one.pinned ?? false));

const numbersIn = (channels: readonly Channel[]): Channel[] => shown(channels).filter(isNumber);

const valuesRow = (channels: readonly Channel[]): Made[] =>
  numbersIn(channels)
    .slice(0, valuesAtMost)
    .map((channel) => widget("VALUE", { devices: chosen, channel: { key: channel.key } }, nameOf(channel)));

/** Two charts side by side; those of one unit share one, up to what can be told apart. */
function chartRows(channels: readonly Channel[], { overview }: TypeDashboardWords): Made[][] {
  const byUnit = [...Map.groupBy(numbersIn(channels), ({ unit = "" }) => unit)];
  const charts = byUnit
    .slice(0, chartsAtMost)
    .map(([unit, those]) => chartOf(those.slice(0, linesPerChart), unit === "" ? overview : unit));
  return Array.from({ length: Math.ceil(charts.length / 2) }, (_, row) => charts.slice(row * 2, row * 2 + 2));
}

function chartOf(channels: readonly Channel[], title: string): Made {
  const [only] = channels;
  const lines = channels.map(({ key }) => ({ key }));
  const show = { alarms: true, files: true };
  return widget(
    "TIME_SERIES",
    { devices: chosen, channels: lines, show },
    channels.length === 1 && only ? nameOf(only) : title,
  );
}

function stateWidget(channels: readonly Channel[], { states }: TypeDashboardWords): Made[] {
  const keys = shown(channels).filter(({ kind }) => kind === "state");
  const rows = keys.slice(0, statesAtMost).map(({ key }) => ({ key }));
  return rows.length === 0 ? [] : [widget("STATE_TIMELINE", { devices: chosen, channels: rows }, states)];
}

function mapWidget(channels: readonly Channel[], { where }: TypeDashboardWords): Made[] {
  const keyOf = (isIt: (channel: Channel) => boolean) => channels.find((one) => isOneKey(one) && isIt(one))?.key;
  const position = keyOf(({ kind, part }) => kind === "position" && part === undefined);
  const latitude = keyOf(({ part }) => part === "latitude");
  const longitude = keyOf(({ part }) => part === "longitude");
  if (position !== undefined) return [widget("MAP", { devices: chosen, position, track: true }, where)];
  if (latitude === undefined || longitude === undefined) return [];
  return [widget("MAP", { devices: chosen, latitude, longitude, track: true }, where)];
}

function tableWidget(channels: readonly Channel[], { devices }: TypeDashboardWords): Made {
  const keys = shown(channels).filter(({ kind = "number", part }) => kind !== "position" && part === undefined);
  const columns = keys.slice(0, columnsAtMost).map(({ key }) => ({ key }));
  return widget("TABLE", { devices: chosen, channels: columns, columns: ["CONTACT"] }, devices);
}

/** Rows one below the other; those of a row share its width. */
function placed(rows: readonly (readonly Made[])[]): { widgets: Record<string, StoredWidget>; layout: Place[] } {
  const widgets: Record<string, StoredWidget> = {};
  const layout: Place[] = [];
  let y = 0;
  for (const row of rows.filter(({ length }) => length > 0)) {
    const width = Math.floor(gridColumns / row.length);
    const h = Math.max(...row.map(({ height }) => height));
    for (const [at, made] of row.entries()) {
      const name = `w${layout.length + 1}`;
      widgets[name] = made.widget;
      layout.push({ widget: name, x: at * width, y, w: at === row.length - 1 ? gridColumns - at * width : width, h });
    }
    y += h;
  }
  return { widgets, layout };
}
