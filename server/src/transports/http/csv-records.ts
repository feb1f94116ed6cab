import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { importHeaderInvalid } from "../../core/devices/index.ts";

type Delimiter = "," | ";";
type Bytes = AsyncGenerator<Buffer>;

/** A table that is being read: what stands between its cells, and the cells of each line, the header among them. */
interface CsvTable {
  readonly delimiter: Delimiter;
  readonly records: AsyncIterable<readonly string[]>;
}

/** Looks at the header and reads the rest as it goes. Where a comma is the decimal sign, spreadsheets write semicolons between cells. */
export async function openCsv(body: Readable): Promise<CsvTable> {
  const bytes = onlyUtf8(body);
  const head = await firstLineOf(bytes);
  const delimiter = delimiterIn(head);
  return { delimiter, records: recordsOf(head, bytes, delimiter) };
}

export async function* csvRecords(body: Readable): AsyncGenerator<readonly string[]> {
  yield* (await openCsv(body)).records;
}

async function* recordsOf(head: Buffer, rest: Bytes, delimiter: Delimiter): AsyncGenerator<readonly string[]> {
  const form = { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, relax_quotes: true };
  const all = Readable.from(joined(head, rest));
  const records = pipeline(all, parse({ ...form, delimiter }), () => undefined); // a failure reaches us as the records'
  try {
    for await (const cells of records) yield cells as string[];
  } catch (error) {
    throw error instanceof CsvError ? importHeaderInvalid(error.message, "form") : error;
  }
}

/** What is looked at of a file without an end of a line. */
const headAtMost = 65_536;

/** Everything that came until the first line with something in it was whole. */
async function firstLineOf(bytes: Bytes): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < headAtMost && !/\S[^\r\n]*[\r\n]/.test(head.toString("latin1"))) {
    const { done, value } = await bytes.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return head;
}

/** The one of which there are more in the header. */
function delimiterIn(head: Buffer): Delimiter {
  const [line = ""] = head
    .toString("latin1")
    .trimStart()
    .split(/[\r\n]/, 1);
  const count = (sign: Delimiter) => line.split(sign).length;
  return count(";") > count(",") ? ";" : ",";
}

async function* joined(head: Buffer, rest: Bytes): Bytes {
  yield head;
  yield* rest;
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
    throw importHeaderInvalid("it is not UTF-8; save it with this encoding", "encoding");
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
    throw importHeaderInvalid(
      `unknown columns ${unknown.join(", ")}; known are ${columns.join(", ")}`,
      "columns",
      unknown.join(", "),
      columns.join(", "),
    );
  const repeated = known.find((column, index) => known.indexOf(column) !== index);
  if (repeated) throw importHeaderInvalid(`the column ${repeated} is there twice`, "twice", repeated);
  return known;
}
