import { pipeline, type Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { importHeaderInvalid } from "../../core/devices/index.ts";

/** The cells of each line of a CSV file, the header among them. Reads as it goes. */
export async function* csvRecords(body: Readable): AsyncGenerator<readonly string[]> {
  const options = { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, relax_quotes: true };
  const records = pipeline(body, onlyUtf8, parse(options), () => undefined); // a failure reaches us as the records'
  try {
    for await (const cells of records) yield cells as string[];
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
export function knownColumns<Column extends string>(
  header: readonly string[],
  columns: readonly Column[],
): readonly Column[] {
  const named = header.map((name) => columns.find((column) => column.toLowerCase() === name.toLowerCase()));
  const known = named.filter((column) => column !== undefined);
  const unknown = header.filter((_, index) => named[index] === undefined);
  if (unknown.length > 0)
    throw importHeaderInvalid(`unknown columns ${unknown.join(", ")}; known are ${columns.join(", ")}`);
  const repeated = known.find((column, index) => known.indexOf(column) !== index);
  if (repeated) throw importHeaderInvalid(`the column ${repeated} is there twice`);
  return known;
}
