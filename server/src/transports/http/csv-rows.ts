import type { Readable } from "node:stream";
import { DeviceInput } from "@heliograph/contract";
import { CsvError, parse } from "csv-parse";
import { Type } from "typebox";
import { type ImportRow, importHeaderInvalid } from "../../core/devices/index.ts";
import { devicePropertiesOf } from "./records/device-record.ts";
import { bodyValidator } from "./validation.ts";

/** The columns an import may have; only the name is needed. */
const columns = ["name", "type", "label", "description", "serialNumber", "firmwareVersion", "token"] as const;
type Column = (typeof columns)[number];
type Row = Partial<Record<Column, string>>;

const CsvDevice = Type.Object({
  ...DeviceInput.properties,
  token: Type.Optional(
    Type.String({ pattern: "^[A-Za-z0-9._~-]{1,128}$", "x-must": "must be 1–128 of A–Z a–z 0–9 . _ ~ -" }),
  ),
});
const validate = bodyValidator(CsvDevice);

/** The rows of a CSV file, each a device to create or what is wrong with it. Reads as it goes. */
export async function* csvRows(body: Readable): AsyncGenerator<ImportRow> {
  const parser = body.pipe(
    parse({ columns: headerOf, bom: true, trim: true, skip_empty_lines: true, relax_column_count: true }),
  );
  body.once("error", (error) => parser.destroy(error));
  let row = 0;
  try {
    for await (const record of parser) yield importRow(++row, record as Row);
  } catch (error) {
    throw error instanceof CsvError ? importHeaderInvalid(error.message) : error;
  }
}

/** Case and blanks in the header do not matter; a column we do not know would be data silently lost. */
function headerOf(header: readonly string[]): Column[] {
  const named = header.map((name) => columns.find((column) => column.toLowerCase() === name.trim().toLowerCase()));
  const unknown = header.filter((_, index) => named[index] === undefined);
  if (unknown.length > 0)
    throw importHeaderInvalid(`unknown columns ${unknown.join(", ")}; known are ${columns.join(", ")}`);
  if (!named.includes("name")) throw importHeaderInvalid('the first line must name the columns, "name" among them');
  return named as Column[];
}

function importRow(row: number, record: Row): ImportRow {
  const { token, description, ...fields } = withoutEmpty(record);
  const input = { ...fields, ...(description && { additionalInfo: { description } }), ...(token && { token }) };
  const result = validate(input);
  const name = record.name || null;
  if ("error" in result) return { row, name, problem: result.error.message };
  return { row, name, properties: devicePropertiesOf(result.value as DeviceInput), token };
}

const withoutEmpty = (record: Row): Row =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ""));
