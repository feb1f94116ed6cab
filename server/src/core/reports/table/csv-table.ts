import { csvCell } from "../../../kernel/csv-cell.ts";
import { type TelemetryValue, valueAsText } from "../../telemetry/index.ts";
import { headingsOf } from "./headings.ts";
import { LocalTimes } from "./local-times.ts";
import type { Table, TableFormat } from "./table.ts";

/** Without it spreadsheets take °C for something else. */
const byteOrderMark = "\ufeff";

/** Comma separated, a line for each moment of a device; times are ISO 8601 with their offset. */
export const csvTable: TableFormat = {
  extension: "csv",
  mediaType: "text/csv; charset=utf-8; header=present",
  write: async function* (table: Table) {
    const { time, device, values } = headingsOf(table);
    yield Buffer.from(`${byteOrderMark}${[time, device, ...values].map((cell) => csvCell(cell)).join()}\r\n`);
    const times = new LocalTimes(table.timeZone);
    for await (const rows of table.rows) {
      const lines = rows.map(
        (row) => `${times.textOf(row.ts)},${csvCell(row.device)},${row.values.map(cellOf).join()}\r\n`,
      );
      yield Buffer.from(lines.join(""));
    }
  },
};

/** Only texts can be formulas: -Infinity is a number, too. */
const cellOf = (value: TelemetryValue | undefined): string =>
  value === undefined ? "" : csvCell(valueAsText(value), typeof value === "string" ? "formulas" : "none");
