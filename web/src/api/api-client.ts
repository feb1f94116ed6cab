import { exactJson, parsedExactly } from "../format/exact-json.ts";
import { ApiError, apiErrorOf, Unreachable } from "./api-error.ts";
import { type QueryValue, queryText } from "./query-text.ts";

/** Where tokens come from. `renewed` is asked when the server did not take the one it gave before. */
export interface TokenSource {
  current(): Promise<string>;
  renewed(refused: string): Promise<string>;
}

export interface ApiCall {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** Sent as JSON, or as it is when it is a text or a file. */
  readonly body?: unknown;
  readonly contentType?: string;
  readonly signal?: AbortSignal;
}

const unauthorized = 401;

/** One HTTP exchange without a token. */
export async function send(path: string, call: ApiCall = {}, token?: string): Promise<Response> {
  const { method = "GET", query = {}, body, signal } = call;
  const isRaw = typeof body === "string" || body instanceof Blob;
  const headers = new Headers({ Accept: "application/json" });
  if (body !== undefined) headers.set("Content-Type", call.contentType ?? "application/json");
  if (token !== undefined) headers.set("X-Authorization", `Bearer ${token}`);
  const sent = body === undefined ? null : isRaw ? body : exactJson(body);
  const init = { method, headers, body: sent, ...(signal && { signal }) };
  const response = await fetch(`${path}${queryText(query)}`, init).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Unreachable("The server does not answer", { cause: error });
  });
  if (!response.ok) throw await apiErrorOf(response);
  return response;
}

/** The API with the session's token; a token that has run out is renewed once and the call repeated. */
export class ApiClient {
  readonly #tokens: TokenSource;

  constructor(tokens: TokenSource) {
    this.#tokens = tokens;
  }

  /** The body has the type the contract gives it: it was written by the schema the type comes from [API8]. */
  async json<T>(path: string, call?: ApiCall): Promise<T> {
    const response = await this.response(path, call);
    return (await response.json()) as T;
  }

  /** For values of devices: integers beyond a double are bigints, not another number. */
  async exactJson<T>(path: string, call?: ApiCall): Promise<T> {
    return parsedExactly(await this.text(path, call)) as T;
  }

  async text(path: string, call?: ApiCall): Promise<string> {
    return (await this.response(path, call)).text();
  }

  async response(path: string, call?: ApiCall): Promise<Response> {
    const token = await this.#tokens.current();
    try {
      return await send(path, call, token);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== unauthorized) throw error;
      return send(path, call, await this.#tokens.renewed(token));
    }
  }
}
