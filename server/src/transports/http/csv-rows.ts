import type { Readable } from "node:stream";
import { DeviceInput, DeviceToken } from "@heliograph/contract";
import { Type } from "typebox";
import { permissionDenied } from "../../core/access/index.ts";
import { type ImportRow, importHeaderInvalid } from "../../core/devices/index.ts";
import { textOfCell } from "../../kernel/csv-cell.ts";
import { bodyValidator } from "../../kernel/schema-validators.ts";
import { csvRecords, knownColumns } from "./csv-records.ts";
import { devicePropertiesOf } from "./records/device-record.ts";

/** The columns an import may have; only the name is needed. */
const columns = ["name", "type", "label", "description", "serialNumber", "firmwareVersion", "token"] as const;
type Column = (typeof columns)[number];
type Row = Partial<Record<Column, string>>;

const validate = bodyValidator(Type.Object({ ...DeviceInput.properties, token: Type.Optional(DeviceToken) }));

export interface CsvRights {
  /** Whether the caller may choose tokens [DEV4]. */
  readonly maySetTokens: boolean;
}

/** The rows of a CSV file, each a device to create or what is wrong with it. Reads as it goes. */
export async function* csvRows(body: Readable, rights: CsvRights): AsyncGenerator<ImportRow> {
  let header: readonly Column[] | undefined;
  let row = 0;
  for await (const cells of csvRecords(body)) {
    if (header) yield importRow(++row, header, cells);
    else header = headerOf(cells, rights);
  }
}

function headerOf(header: readonly string[], { maySetTokens }: CsvRights): readonly Column[] {
  const known = knownColumns(header, columns);
  if (!known.includes("name"))
    throw importHeaderInvalid('the first line must name the columns, "name" among them', "missing", "name");
  if (known.includes("token") && !maySetTokens) throw permissionDenied(["EDIT_DEVICE_CREDENTIALS"]);
  return known;
}

function importRow(row: number, header: readonly Column[], cells: readonly string[]): ImportRow {
  const record: Row = Object.fromEntries(header.map((column, index) => [column, textOfCell(cells[index] ?? "")]));
  const name = record.name || null;
  if (cells.length > header.length) {
    return { row, name, problem: `${cells.length} cells, but the header has only ${header.length} columns` };
  }
  const { token, description, ...fields } = withoutEmpty(record);
  const input = { ...fields, ...(description && { additionalInfo: { description } }), ...(token && { token }) };
  const result = validate(input);
  if ("error" in result) return { row, name, problem: result.error.message };
  return { row, name, properties: devicePropertiesOf(result.value as DeviceInput), token };
}

const withoutEmpty = (record: Row): Row =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ""));
