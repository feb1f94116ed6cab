import { ApiError, apiErrorOf, Unreachable } from "./api-error.ts";
import { exactJson } from "./exact-json.ts";
import { type QueryValue, queryText } from "./query-text.ts";

/** Where tokens come from. `renewed` is asked when the server did not take the one it gave before; keys have none. */
export interface TokenSource {
  current(): Promise<string>;
  renewed?(refused: string): Promise<string>;
}

export interface ApiCall {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** Sent as JSON, or as it is when it is a text, bytes or a file. */
  readonly body?: unknown;
  /** Where it is not what the body says. */
  readonly contentType?: string;
  /** Beside those of the body and the token. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const unauthorized = 401;

/** One HTTP exchange; a refusal is an ApiError. */
export async function send(address: string, call: ApiCall = {}, token?: string): Promise<Response> {
  const { method = "GET", query = {}, body, signal } = call;
  const isRaw = typeof body === "string" || body instanceof Blob || body instanceof Uint8Array;
  const headers = new Headers({ Accept: "application/json", ...call.headers });
  if (body !== undefined) headers.set("Content-Type", call.contentType ?? typeOf(body, isRaw));
  if (token !== undefined) headers.set("X-Authorization", `Bearer ${token}`);
  const sent = body === undefined ? null : isRaw ? (body as BodyInit) : exactJson(body);
  const init = { method, headers, body: sent, ...(signal && { signal }) };
  const response = await fetch(`${address}${queryText(query)}`, init).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Unreachable("The server does not answer", { cause: error });
  });
  if (!response.ok) throw await apiErrorOf(response);
  return response;
}

function typeOf(body: unknown, isRaw: boolean): string {
  if (!isRaw) return "application/json";
  return typeof body === "string" ? "text/plain" : "application/octet-stream";
}

/** The API with a session's token or an API key; a token that has run out is renewed once and the call repeated. */
export class ApiClient {
  readonly #tokens: TokenSource | undefined;
  readonly #base: string;

  /** Without tokens, for the calls that open a session. In a page of the node the base is empty. */
  constructor(tokens?: TokenSource, base = "") {
    this.#tokens = tokens;
    this.#base = base;
  }

  async response(path: string, call?: ApiCall): Promise<Response> {
    const address = this.#base + path;
    if (!this.#tokens) return send(address, call);
    const token = await this.#tokens.current();
    try {
      return await send(address, call, token);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== unauthorized || !this.#tokens.renewed) throw error;
      return send(address, call, await this.#tokens.renewed(token));
    }
  }
}
