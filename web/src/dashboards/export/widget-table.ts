import type { QuestionAnswer } from "../page-answer.ts";
import type { ChannelOf } from "../series-lines.ts";

/** A cell: numbers stay numbers, everything else is text. */
export type Cell = string | number;

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** What a widget shows, as rows: its history, else its newest values, alarms or files; undefined where it shows none of them. */
export function widgetTable(answers: readonly QuestionAnswer[], channelOf: ChannelOf): Table | undefined {
  const tables = [seriesTable, latestTable, alarmTable, fileTable].map((make) => make(answers, channelOf));
  return tables.find((table) => table !== undefined && table.rows.length > 0);
}

type Make = (answers: readonly QuestionAnswer[], channelOf: ChannelOf) => Table;

const seriesTable: Make = (answers, channelOf) => ({
  head: ["time", "device", "channel", "key", "unit", "value", "least", "greatest"],
  rows: answers.flatMap(({ series, devices }) =>
    series.flatMap(({ deviceId, key, times, values, min, max }) => {
      const device = devices.find(({ id }) => id.id === deviceId);
      const { title, unitShown } = channelOf(device, key);
      return times.map((ts, at) => [
        ...[timeCell(ts), device?.name ?? "", title, key, unitShown, cellOf(values[at])],
        ...[cellOf(min?.[at]), cellOf(max?.[at])],
      ]);
    }),
  ),
});

const latestTable: Make = (answers, channelOf) => ({
  head: ["device", "channel", "key", "unit", "time", "value"],
  rows: answers.flatMap(({ latest, devices }) =>
    [...latest].flatMap(([deviceId, values]) => {
      const device = devices.find(({ id }) => id.id === deviceId);
      return Object.entries(values).map(([key, { ts, value }]) => {
        const { title, unitShown } = channelOf(device, key);
        return [device?.name ?? "", title, key, unitShown, timeCell(ts), cellOf(value)];
      });
    }),
  ),
});

const alarmTable: Make = (answers) => ({
  head: ["since", "device", "alarm", "severity", "acknowledged", "cleared"],
  rows: answers.flatMap(({ alarms }) =>
    alarms.map(({ startTs, originatorDisplayName, type, severity, acknowledged, cleared, clearTs }) => [
      ...[timeCell(startTs), originatorDisplayName, type, severity],
      ...[acknowledged ? "yes" : "no", cleared ? timeCell(clearTs) : ""],
    ]),
  ),
});

const fileTable: Make = (answers) => ({
  head: ["device", "file", "timeline", "from", "to", "bytes"],
  rows: answers.flatMap(({ files, devices }) =>
    files.map(({ deviceId, name, tag, startTime, endTime, size }) => [
      ...[devices.find(({ id }) => id.id === deviceId)?.name ?? "", name, tag],
      ...[timeCell(startTime), timeCell(endTime), size ?? ""],
    ]),
  ),
});

const timeCell = (ts: number): string => new Date(ts).toISOString();

function cellOf(value: unknown): Cell {
  if (typeof value === "number") return value;
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
