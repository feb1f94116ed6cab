import { OsfError } from "../format/errors.ts";
import type { OsfFile } from "../read/osf-file.ts";
import type { ReadReport } from "../read/report.ts";
import type { SampleBatch } from "../read/samples/batch.ts";
import type { Series } from "../read/samples/series.ts";
import type { Selection } from "../read/selection.ts";
import { type PlannedChannel, plannedChannelsOf, selectedIndicesOf } from "../transform/channel-plan.ts";
import { SortedWindows } from "../transform/time-windows.ts";
import { withoutFormula } from "./formula.ts";
import { mergedRows, type Row } from "./merged-rows.ts";
import { type Cell, cellOf, columnNames, jsonOf, type TimeFormat, timeText } from "./value-text.ts";

export interface ExportOptions extends Selection {
  /** Default `csv`. */
  readonly format?: "csv" | "jsonl";
  /**
   * `wide`: a line per distinct time, a column per channel, in the order of time. `long`: a line per sample with the
   * channel's name, in the order of the file; needs one pass and little memory whatever the size. Default `wide`.
   */
  readonly layout?: "wide" | "long";
  /** Default `iso`. */
  readonly time?: TimeFormat;
  /** CSV: between cells. Default `,`. */
  readonly separator?: string;
  /** CSV: decimal separator of values. Default `.`. */
  readonly decimal?: "." | ",";
  /** CSV: texts that a spreadsheet would execute get a `'` before them; `none` leaves them as they are. Default `formulas`. */
  readonly escape?: "formulas" | "none";
  /** CSV: a second header line with units. Default false. */
  readonly units?: boolean;
  /** Wide: bytes of samples sorted in memory at once. */
  readonly maxBytes?: number;
}

const piece = 1 << 16;

/** The selected samples as text, in pieces of whole lines. */
export const exportText = (file: OsfFile, options: ExportOptions = {}): TextExport => new TextExport(file, options);

/** An export: text while it runs, a report of what was read when it is over. Can be iterated once. */
export class TextExport implements AsyncIterable<string> {
  readonly #file: OsfFile;
  readonly #options: ExportOptions;
  #report: ReadReport | undefined;

  constructor(file: OsfFile, options: ExportOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** What was read, once the iteration has ended. */
  get report(): ReadReport {
    if (!this.#report) throw new OsfError("source-consumed", "The export is not over: iterate it first");
    return this.#report;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<string> {
    let text = "";
    for await (const line of this.#options.layout === "long" ? this.#longLines() : this.#wideLines()) {
      text += `${line}\n`;
      if (text.length < piece) continue;
      yield text;
      text = "";
    }
    if (text !== "") yield text;
  }

  async *#wideLines(): AsyncIterable<string> {
    const options = this.#options;
    const plans = plannedChannelsOf([this.#file], options);
    const isCsv = options.format !== "jsonl";
    if (isCsv) yield* wideHeader(plans, options);
    const limit = options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes };
    const windows = new SortedWindows([this.#file], plans, options, { duplicates: "all", ...limit });
    for await (const all of windows) {
      for (const row of mergedRows(all)) yield isCsv ? wideCsv(row, all, options) : wideJson(row, all, options);
    }
    [this.#report] = windows.reports;
  }

  async *#longLines(): AsyncIterable<string> {
    const options = this.#options;
    const isCsv = options.format !== "jsonl";
    const [channels = []] = selectedIndicesOf([this.#file], options);
    if (isCsv) yield csvLine(["time", "channel", "value", ...(options.units ? ["unit"] : [])], options);
    const pass = this.#file.batches({ ...windowOf(options), channels });
    for await (const batch of pass) {
      for (let i = 0; i < batch.count; i++) yield isCsv ? longCsv(batch, i, options) : longJson(batch, i, options);
    }
    this.#report = pass.report;
  }
}

function* wideHeader(plans: readonly PlannedChannel[], options: ExportOptions): Iterable<string> {
  const columns = plans.flatMap(({ channel }) => columnNames(channel).map((name) => ({ name, unit: channel.unit })));
  yield csvLine(["time", ...columns.map(({ name }) => name)], options);
  if (options.units) yield csvLine([options.time ?? "iso", ...columns.map(({ unit }) => unit)], options);
}

function wideCsv({ timeNs, places }: Row, all: readonly Series[], options: ExportOptions): string {
  const cells = [timeText(timeNs, options.time ?? "iso")];
  for (const [i, series] of all.entries()) {
    const place = places[i] as number;
    const { width } = series.channel;
    for (let component = 0; component < width; component++)
      cells.push(place < 0 ? "" : csvCell(cellOf(series, place, component), options));
  }
  return cells.join(options.separator ?? ",");
}

function wideJson({ timeNs, places }: Row, all: readonly Series[], options: ExportOptions): string {
  const values: string[] = [];
  for (const [i, series] of all.entries()) {
    const place = places[i] as number;
    if (place >= 0) values.push(`${JSON.stringify(series.channel.name)}:${jsonOf(series, place)}`);
  }
  return `{"time":${timeJson(timeNs, options)},"values":{${values.join(",")}}}`;
}

const windowOf = ({ from, to }: Selection): Selection => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

function longCsv(batch: SampleBatch, i: number, options: ExportOptions): string {
  const { channel } = batch;
  const parts = Array.from({ length: columnNames(channel).length }, (_, component) =>
    csvCell(cellOf(batch, i, component), options),
  );
  const cells = [
    timeText(batch.times[i] ?? 0n, options.time ?? "iso"),
    textCell(channel.name, options),
    parts.join(" "),
  ];
  if (options.units) cells.push(textCell(channel.unit, options));
  return cells.join(options.separator ?? ",");
}

function longJson(batch: SampleBatch, i: number, options: ExportOptions): string {
  const time = timeJson(batch.times[i] ?? 0n, options);
  return `{"time":${time},"channel":${JSON.stringify(batch.channel.name)},"value":${jsonOf(batch, i)}}`;
}

/** Epoch times have more digits than a double: they are text in JSON as well. */
const timeJson = (timeNs: bigint, options: ExportOptions): string =>
  JSON.stringify(timeText(timeNs, options.time ?? "iso"));

const csvLine = (cells: readonly string[], options: ExportOptions): string =>
  cells.map((cell) => textCell(cell, options)).join(options.separator ?? ",");

function csvCell({ text, isNumber }: Cell, options: ExportOptions): string {
  if (!isNumber) return textCell(text, options);
  return quoted(options.decimal === "," ? text.replace(".", ",") : text, options);
}

const textCell = (text: string, options: ExportOptions): string =>
  quoted(options.escape === "none" ? text : withoutFormula(text), options);

/** RFC 4180: quotes where the text would otherwise be read differently. */
function quoted(text: string, options: ExportOptions): string {
  const isPlain = !text.includes(options.separator ?? ",") && !/["\r\n]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
