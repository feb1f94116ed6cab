import { uploadIncomplete } from "../../core/files/index.ts";
import { multipartExpected, multipartMalformed } from "./errors.ts";

/** Lines of a part's header, all together. */
const headerBytesAtMost = 16 * 1024;
/** What may stand before the first part: nothing, in practice. */
const preambleBytesAtMost = 1024;

/** `--` and a line break. */
const behindEnd = 4;
/** What a body may have around the content of its part; boundaries are no longer than 70 characters. */
export const aroundPartAtMost = headerBytesAtMost + preambleBytesAtMost + 1024;

export interface Part {
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** As the client wrote it, path and all; undefined when it named none. */
  readonly fileName: string | undefined;
  /** Ends only when the body ended as it should: one part, its closing boundary, nothing cut off. */
  readonly content: AsyncIterable<Buffer>;
  /** At most so many bytes of the body are not content. */
  readonly aroundBytes: number;
  /** Lets go of the body, read or not. */
  close(): Promise<void>;
}

/**
 * The one part of a multipart body (RFC 7578), read as it arrives. Strict where it matters: a body that breaks off, or
 * that holds a second part, fails before its content ends, so that nothing of it is ever kept [FILE6].
 */
export async function openPart(body: AsyncIterable<Buffer>, contentType: string | undefined): Promise<Part> {
  const boundary = boundaryOf(contentType);
  const reader = new BodyReader(body);
  try {
    return await partAt(reader, boundary);
  } catch (error) {
    await reader.close();
    throw error;
  }
}

async function partAt(reader: BodyReader, boundary: string): Promise<Part> {
  const before = await reader.upTo(`--${boundary}`, preambleBytesAtMost);
  if (before.length > 0 && !before.toString("latin1").endsWith("\r\n")) throw multipartMalformed("no first boundary");
  if ((await reader.take(2)).toString("latin1") !== "\r\n") throw multipartMalformed("it has no part");
  const headers = headersOf(`${await headerText(reader)}`);
  const fileName = parameterOf(headers.get("content-disposition"), "filename");
  const end = Buffer.from(`\r\n--${boundary}`, "latin1");
  return {
    headers,
    fileName,
    aroundBytes: reader.taken + end.length + behindEnd,
    content: reader.contentUpTo(end),
    close: () => reader.close(),
  };
}

async function headerText(reader: BodyReader): Promise<string> {
  const first = await reader.take(2);
  if (first.toString("latin1") === "\r\n") return "";
  const rest = await reader.upTo("\r\n\r\n", headerBytesAtMost);
  return Buffer.concat([first, rest]).toString("utf8");
}

function boundaryOf(contentType: string | undefined): string {
  if (!/^multipart\/form-data\b/i.test(contentType ?? "")) throw multipartExpected();
  const boundary = parameterOf(contentType, "boundary");
  if (boundary === undefined || boundary === "" || boundary.length > 70) throw multipartExpected();
  return boundary;
}

function headersOf(text: string): ReadonlyMap<string, string> {
  const lines = text.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  return new Map(
    lines.flatMap((line) => {
      const colon = line.indexOf(":");
      return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const];
    }),
  );
}

/** `name=value` or `name="value"`; in the quotes only `\"` and `\\` are escapes, as browsers and libcurl write them. */
function parameterOf(header: string | undefined, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, "i").exec(header ?? "");
  return match?.[1]?.replace(/\\(["\\])/g, "$1").replaceAll("%22", '"') ?? match?.[2];
}

class BodyReader {
  readonly #chunks: AsyncIterator<Buffer>;
  /** Before its part begins a whole body that ends is none; behind that, one whose end is missing [DHP5]. */
  #isInContent = false;
  #buffer: Buffer = Buffer.alloc(0);
  #taken = 0;

  constructor(body: AsyncIterable<Buffer>) {
    this.#chunks = body[Symbol.asyncIterator]();
  }

  /** Bytes of the body that were cut off so far. */
  get taken(): number {
    return this.#taken;
  }

  /** The next bytes; fails when the body ends before. */
  async take(count: number): Promise<Buffer> {
    while (this.#buffer.length < count) await this.#more();
    return this.#take(count);
  }

  /** What stands before the mark, which is passed over. */
  async upTo(mark: string, atMost: number): Promise<Buffer> {
    for (;;) {
      const at = this.#buffer.indexOf(mark, 0, "latin1");
      if (at >= 0) {
        const before = this.#take(at);
        this.#take(mark.length);
        return before;
      }
      if (this.#buffer.length > atMost) throw multipartMalformed("a boundary or header is missing");
      await this.#more();
    }
  }

  /** Everything before the closing mark, handed on as it arrives; then the rest of the body has to be in order. */
  async *contentUpTo(mark: Buffer): AsyncGenerator<Buffer> {
    this.#isInContent = true;
    try {
      for (let at = this.#buffer.indexOf(mark); ; at = this.#buffer.indexOf(mark)) {
        const certain = at < 0 ? this.#beforeAny(mark) : at;
        if (certain > 0) yield this.#take(certain);
        if (at >= 0) break;
        await this.#more();
      }
      this.#take(mark.length);
      await this.#expectEnd();
    } finally {
      await this.close();
    }
  }

  /** Lets go of the body; whoever has it can still pass over the rest. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /**
   * How many bytes stand before the place where the mark may have begun. It begins with a carriage return: where the
   * last bytes hold none, nothing is kept back, and the next chunk need not be put together with a rest.
   */
  #beforeAny(mark: Buffer): number {
    const first = this.#buffer.indexOf(mark[0] ?? 0, Math.max(0, this.#buffer.length - mark.length + 1));
    return first < 0 ? this.#buffer.length : first;
  }

  async #expectEnd(): Promise<void> {
    const behind = (await this.take(2)).toString("latin1");
    if (behind === "\r\n") throw multipartMalformed("it has more than one part");
    if (behind !== "--") throw multipartMalformed("a boundary goes on");
    while (!(await this.#chunks.next()).done); // an epilogue means nothing, but the body has to end
  }

  #take(count: number): Buffer {
    this.#taken += count;
    const taken = this.#buffer.subarray(0, count);
    this.#buffer = this.#buffer.subarray(count);
    return taken;
  }

  async #more(): Promise<void> {
    const step = await this.#chunks.next();
    if (step.done) throw this.#isInContent ? uploadIncomplete() : multipartMalformed("it ended before its part began");
    this.#buffer = this.#buffer.length === 0 ? step.value : Buffer.concat([this.#buffer, step.value]);
  }
}
