import type { DevicesLine, FilesLine, ProblemLine, ShownAlarm, ShownDevice, ShownFile } from "@heliograph/contract";
import { parseJsonString } from "@heliograph/contract/json-text";
import type { AlarmInfo } from "../../../core/alarms/index.ts";
import type { AnswerPiece, DataPiece } from "../../../core/dashboard-data/index.ts";
import type { DeviceWithActivity } from "../../../core/devices/index.ts";
import type { DeviceFile } from "../../../core/files/index.ts";
import type { Sample } from "../../../core/telemetry/index.ts";
import { valueAsJson } from "../../../core/telemetry/index.ts";
import { valueWriter } from "./telemetry-text.ts";

/** How records of the answer look to who reads it. */
export interface LineTerms {
  readonly deviceRecordOf: (device: DeviceWithActivity) => ShownDevice;
  readonly alarmRecordOf: (alarm: AlarmInfo) => ShownAlarm;
  readonly fileRecordOf: (file: DeviceFile) => ShownFile;
  /** How a device is called by its id. */
  readonly idOf: (deviceId: string) => string;
}

/** With every digit: integers of 64 bits are JSON numbers, but no JavaScript numbers [TEL3]. */
const written = valueWriter(true);

/** The answer to a page's questions, a line of JSON for each piece [DSH4]. */
export async function* dataLines(pieces: AsyncIterable<DataPiece>, terms: LineTerms): AsyncGenerator<string> {
  for await (const piece of pieces) yield* lineParts(piece, terms);
}

/** Devices that are written in one go. */
const devicesPerPart = 250;

/** A line in parts, which are written in one turn of the event loop or in several: it may be of thousands of devices [API11]. */
export function* lineParts(piece: DataPiece, terms: LineTerms): Generator<string> {
  if (piece.is !== "devices") return yield `${lineOf(piece, terms)}\n`;
  const { queries, devices } = piece;
  const whole = JSON.stringify({ type: "devices", queries, devices: [] } satisfies DevicesLine);
  yield whole.slice(0, -"]}".length);
  for (let from = 0; from < devices.length; from += devicesPerPart) {
    const some = devices
      .slice(from, from + devicesPerPart)
      .map((device) => JSON.stringify(terms.deviceRecordOf(device)));
    yield `${from === 0 ? "" : ","}${some.join()}`;
  }
  yield "]}\n";
}

function lineOf(piece: Exclude<DataPiece, { readonly is: "devices" }>, terms: LineTerms): string {
  switch (piece.is) {
    case "problem": {
      const { code, message, params } = piece.problem;
      return JSON.stringify({ type: "problem", query: piece.query, code, message, params } satisfies ProblemLine);
    }
    case "done":
      return JSON.stringify({ type: "done", query: piece.query });
    case "end":
      return JSON.stringify({ type: "end" });
    case "answer":
      return answerLine(JSON.stringify(piece.query), piece.piece, terms);
  }
}

function answerLine(query: string, piece: AnswerPiece, terms: LineTerms): string {
  switch (piece.is) {
    case "samples":
      return `${seriesHead(query, piece, terms)},"form":"${piece.form}",${times(piece.samples)},${values("values", piece.samples)}}`;
    case "envelope": {
      const { min, max, avg } = piece.envelope;
      const bands = `${values("min", min)},${values("max", max)},${values("avg", avg)}`;
      return `${seriesHead(query, piece, terms)},"form":"ENVELOPE","interval":${piece.intervalMs},${times(min)},${bands}}`;
    }
    case "gaps": {
      const { gaps, lastTs, joinedMs } = piece;
      const bounds = `"ts":[${gaps.map(({ from }) => from)}],"until":[${gaps.map(({ to }) => to)}]`;
      return `${seriesHead(query, piece, terms)},"form":"GAPS",${bounds},"lastTs":${lastTs},"joinedMs":${joinedMs}}`;
    }
    case "empty":
      return `${seriesHead(query, piece, terms)},"form":"EMPTY","lastTs":${piece.lastTs},"notNumbers":${piece.notNumbers}}`;
    case "latest":
      return `{"type":"latest","query":${query},"deviceId":"${terms.idOf(piece.deviceId)}","values":{${latestOf(piece.samples)}}}`;
    case "attributes": {
      const held = piece.attributes.map(
        ({ key, value, lastUpdateTs }) =>
          `${JSON.stringify(key)}:{"lastUpdateTs":${lastUpdateTs},"value":${valueAsJson(value)}}`,
      );
      return `{"type":"attributes","query":${query},"deviceId":"${terms.idOf(piece.deviceId)}","values":{${held.join()}}}`;
    }
    case "alarms": {
      const alarms = JSON.stringify(piece.alarms.map(terms.alarmRecordOf));
      return `{"type":"alarms","query":${query},"alarms":${alarms},"total":${piece.total}}`;
    }
    case "files": {
      const { total } = piece;
      const deviceId = terms.idOf(piece.deviceId);
      const files = piece.files.map(terms.fileRecordOf);
      return JSON.stringify({
        type: "files",
        query: parseJsonString(query),
        deviceId,
        files,
        total,
      } satisfies FilesLine);
    }
  }
}

interface OfSeries {
  readonly deviceId: string;
  readonly key: string;
}

const seriesHead = (query: string, { deviceId, key }: OfSeries, { idOf }: LineTerms): string =>
  `{"type":"series","query":${query},"deviceId":"${idOf(deviceId)}","key":${JSON.stringify(key)}`;

const times = (samples: readonly Sample[]): string => `"ts":[${samples.map(({ ts }) => ts).join()}]`;

const values = (name: string, samples: readonly Sample[]): string =>
  `"${name}":[${samples.map(({ value }) => written(value)).join()}]`;

const latestOf = (samples: ReadonlyMap<string, Sample>): string =>
  [...samples].map(([key, { ts, value }]) => `${JSON.stringify(key)}:{"ts":${ts},"value":${written(value)}}`).join();
