import { pipeline, type Readable } from "node:stream";
import { DeviceInput, DeviceToken } from "@heliograph/contract";
import { CsvError, parse } from "csv-parse";
import { Type } from "typebox";
import { permissionDenied } from "../../core/access/index.ts";
import { type ImportRow, importHeaderInvalid } from "../../core/devices/index.ts";
import { bodyValidator } from "../../kernel/schema-validators.ts";
import { textOfCell } from "./csv-cell.ts";
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
  const options = { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, relax_quotes: true };
  const records = pipeline(body, onlyUtf8, parse(options), () => undefined); // a failure reaches us as the records'
  let header: readonly Column[] | undefined;
  let row = 0;
  try {
    for await (const cells of records) {
      if (header) yield importRow(++row, header, cells as string[]);
      else header = headerOf(cells as string[], rights);
    }
  } catch (error) {
    throw error instanceof CsvError ? importHeaderInvalid(error.message) : error;
  }
}

/** Passes the bytes on; a decoder that guesses would turn a Latin-1 "Zürich" into "Z\ufffdrich" for good. */
async function* onlyUtf8(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of body) {
    orNotUtf8(() => decoder.decode(chunk, { stream: true }));
    yield chunk;
  }
  orNotUtf8(() => decoder.decode());
}

function orNotUtf8(decode: () => string): void {
  try {
    decode();
  } catch {
    throw importHeaderInvalid("it is not UTF-8; save it with this encoding");
  }
}

/** Case and blanks in the header do not matter; a column we do not know would be data silently lost. */
function headerOf(header: readonly string[], { maySetTokens }: CsvRights): readonly Column[] {
  const named = header.map((name) => columns.find((column) => column.toLowerCase() === name.toLowerCase()));
  const known = named.filter((column) => column !== undefined);
  const unknown = header.filter((_, index) => named[index] === undefined);
  if (unknown.length > 0)
    throw importHeaderInvalid(`unknown columns ${unknown.join(", ")}; known are ${columns.join(", ")}`);
  const repeated = known.find((column, index) => known.indexOf(column) !== index);
  if (repeated) throw importHeaderInvalid(`the column ${repeated} is there twice`);
  if (!known.includes("name")) throw importHeaderInvalid('the first line must name the columns, "name" among them');
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
