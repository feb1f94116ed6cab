import {
  headingsOf,
  LocalTimes,
  type Row,
  type Table,
  type TableFormat,
  tooManyBytes,
} from "../../core/reports/index.ts";
import { type TelemetryValue, valueAsText } from "../../core/telemetry/index.ts";

type Cell = string | number | boolean | Date | null;

/** What a cell of a spreadsheet can hold. */
const textAtMost = 32_767;
/** Spreadsheets know no day before. */
const firstDay = Date.UTC(1900, 2, 1);
const lastDay = Date.UTC(9999, 11, 31);
const bytesPerSheet = 4_294_967_295;
const timeForm = "yyyy-mm-dd hh:mm:ss.000";
const timeWidth = 24;
const deviceWidth = 24;
const valueWidth = 16;

/** A sheet has at most 1,048,576 rows: what is more goes on in further ones, under the same headings. */
const rowsPerSheet = 1_048_576;

/**
 * A workbook of Office Open XML, written and compressed as its rows come. Texts stand in it as texts, never as formulas; times
 * are what the clocks of the zone show, with their offset beside them, as a cell knows no zone.
 */
export const xlsxTable = (sheetRows = rowsPerSheet): TableFormat => ({
  extension: "xlsx",
  mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  write: async function* (table: Table) {
    const { writeXlsxStream } = await import("hucre/xlsx"); // most nodes never write one
    const form = { name: sheetName(table.title), columns: columnsOf(table), freezePane: { rows: 1 } };
    try {
      yield* writeXlsxStream(cellsOf(table), { ...form, maxRowsPerSheet: sheetRows });
    } catch (error) {
      // Not every reader of workbooks knows the form of archives for more.
      throw error instanceof Error && error.name === "ZipError" ? tooManyBytes(bytesPerSheet) : error;
    }
  },
});

const columnsOf = (table: Table) => {
  const { time, offset, device, values } = headingsOf(table);
  return [
    { header: time, width: timeWidth, numFmt: timeForm },
    { header: offset },
    { header: device, width: deviceWidth },
    ...values.map((header) => ({
      header: shortened(header),
      width: Math.max(valueWidth, Math.min(40, header.length)),
    })),
  ];
};

async function* cellsOf({ rows, timeZone }: Table): AsyncGenerator<Cell[]> {
  const times = new LocalTimes(timeZone);
  for await (const some of rows) for (const row of some) yield rowOf(row, times);
}

function rowOf({ ts, device, values }: Row, times: LocalTimes): Cell[] {
  const shown = times.shownAt(ts);
  const time = shown >= firstDay && shown <= lastDay ? new Date(shown) : times.textOf(ts);
  return [time, times.offsetAt(ts), shortened(device), ...values.map(cellOf)];
}

/** A number that a cell would show otherwise is a text. */
export function cellOf(value: TelemetryValue | undefined): Cell {
  if (value === undefined) return null;
  if (typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return shortened(valueAsText(value));
}

export const shortened = (text: string): string =>
  text.length > textAtMost ? `${text.slice(0, textAtMost - 1)}…` : text;

/** What a sheet may be called. */
const sheetName = (title: string): string =>
  title
    .replace(/[\p{Cc}[\]:*?/\\]/gu, " ")
    .slice(0, 28)
    .toWellFormed()
    .replace(/^['\s]+|['\s]+$/g, "") || "Report";
