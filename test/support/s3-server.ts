import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type Answer, S3Objects } from "./s3-objects.ts";

/** What goes wrong with a request: it is refused, fails, is never answered, or its answer is cut or stalls in the middle, or is a wrong one. */
export type S3Fault = "refuse" | "fail" | "silent" | "cut" | "stall" | WrongAnswer;
/** Well-formed all of them; that no total is told (`bytes 0-9/*`) is even right. */
type WrongAnswer = "missing" | "short" | "changed" | "wrong total" | "no total";

export const s3Keys = { accessKeyId: "AKIATESTONLY", secretAccessKey: "a-secret-nobody-has" } as const;

/**
 * A small server of the S3 API in this process: one bucket, path style. Signatures are not verified, but everything the
 * request says about its bytes is, and uploads in parts end as they do at AWS.
 */
export class S3Server implements AsyncDisposable {
  readonly objects = new S3Objects();
  readonly #server: Server;
  /** Asked for every request: the method and the key, with its query. The request waits for what is done there. */
  fault: (method: string, key: string) => S3Fault | undefined | Promise<undefined> = () => undefined;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<S3Server> {
    const server = new S3Server();
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://s3");
    const [, bucket = "", ...rest] = decodeURIComponent(url.pathname).split("/");
    const body = await buffer(request).catch(() => Buffer.alloc(0));
    const key = rest.join("/");
    const fault = await this.fault(request.method ?? "", `${key}${url.search}`);
    if (fault === "silent") return;
    const asked = {
      method: request.method ?? "",
      bucket,
      key,
      query: url.searchParams,
      headers: request.headers,
      body,
    };
    const answer = fault === "refuse" || fault === "fail" ? faults[fault] : this.objects.answer(asked);
    send(response, wrongly(answer, fault), fault);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }
}

const errorText = (code: string): string =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

const faults: Record<"refuse" | "fail", Answer> = {
  refuse: { status: 403, body: errorText("AccessDenied") },
  fail: { status: 503, body: errorText("SlowDown") },
};

function wrongly(answer: Answer, fault: S3Fault | undefined): Answer {
  const body = bytesOf(answer);
  if (fault === "missing") return { status: 404, body: errorText("NoSuchKey") };
  if (fault === "short") return { ...answer, body: body.subarray(0, body.length / 2) };
  if (fault === "changed") return { ...answer, body: withOneChanged(body) };
  const range = String(answer.headers?.["content-range"] ?? "");
  if (fault !== "wrong total" && fault !== "no total") return answer;
  const told = range.replace(/\d+$/, fault === "no total" ? "*" : "7");
  return { ...answer, headers: { ...answer.headers, ...(range && { "content-range": told }) } };
}

/** Not copied: some of them are large, and most of an answer that is given up is never sent. */
const bytesOf = ({ body = "" }: Answer): Uint8Array => (typeof body === "string" ? Buffer.from(body) : body);

function withOneChanged(body: Uint8Array): Uint8Array {
  const changed = Buffer.from(body);
  if (changed.length > 5) changed.writeUInt8(changed.readUInt8(5) ^ 1, 5);
  return changed;
}

function send(response: ServerResponse, answer: Answer, fault: S3Fault | undefined): void {
  const { status, headers = {} } = answer;
  const bytes = bytesOf(answer);
  response.writeHead(status, { "content-length": bytes.length, ...headers });
  if (fault !== "cut" && fault !== "stall") return void response.end(bytes);
  response.write(bytes.subarray(0, bytes.length / 2), () => fault === "cut" && response.destroy());
}
