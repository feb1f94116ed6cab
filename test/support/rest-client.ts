import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { ApiClient, type Calls, callsOver } from "@heliograph/client";

export interface RestResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  /** The body as JSON; throws when it is none. */
  json<T = Record<string, never>>(): T;
}

export interface RestOptions {
  readonly headers?: Record<string, string>;
  /** Sent as it is when it is text or bytes, else as JSON. */
  readonly body?: unknown;
}

/** A plain HTTP client: nothing is added, followed or retried behind the test's back. */
export class RestClient {
  readonly #port: number;
  readonly #headers: Record<string, string>;
  /** Where the requests come from: any 127.x.y.z. */
  readonly #localAddress: string | undefined;

  constructor(port: number, headers: Record<string, string> = {}, localAddress?: string) {
    this.#port = port;
    this.#headers = headers;
    this.#localAddress = localAddress;
  }

  withToken(token: string): RestClient {
    return new RestClient(this.#port, { ...this.#headers, "x-authorization": `Bearer ${token}` });
  }

  /** The API as typed functions, for what a test needs and does not prove: what is on the wire is proven by paths. */
  get calls(): Calls {
    const header = this.#headers["x-authorization"];
    const token = async () => (header ?? "").replace(/^Bearer /, "");
    const tokens = header === undefined ? undefined : { current: token, renewed: token };
    return callsOver(new ApiClient(tokens, `http://127.0.0.1:${this.#port}`));
  }

  get = (path: string, options?: RestOptions) => this.send("GET", path, options);
  post = (path: string, body?: unknown, options?: RestOptions) => this.send("POST", path, { ...options, body });
  put = (path: string, body?: unknown) => this.send("PUT", path, { body });
  delete = (path: string, options?: RestOptions) => this.send("DELETE", path, options);

  send(method: string, path: string, { headers = {}, body }: RestOptions = {}): Promise<RestResponse> {
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    const bytes = body === undefined ? undefined : Buffer.from(isRaw ? body : JSON.stringify(body));
    const own: Record<string, string> = bytes && !isRaw ? { "content-type": "application/json" } : {};
    const length: Record<string, string> = bytes ? { "content-length": String(bytes.length) } : {};
    const from = this.#localAddress === undefined ? {} : { host: "127.0.0.1", localAddress: this.#localAddress };
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        { port: this.#port, method, path, ...from, headers: { ...length, ...own, ...this.#headers, ...headers } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            const whole = Buffer.concat(chunks);
            const text = whole.toString();
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              bytes: whole,
              json: () => JSON.parse(text),
            });
          });
        },
      );
      request.on("error", reject);
      request.end(bytes);
    });
  }
}
