import { parseJsonText } from "@heliograph/contract/json-text";
import type { ApiCall, ApiClient } from "./api-client.ts";
import type { CallOptions, Calls } from "./call-types.ts";
import { parsedExactly } from "./exact-json.ts";
import { routeTable } from "./generated/route-table.ts";
import type { QueryValue } from "./query-text.ts";

export type { Calls } from "./call-types.ts";

type Input = Readonly<Record<string, unknown>>;
type Call = (input?: Input, options?: CallOptions) => Promise<unknown>;

/** The API as functions: `calls.devices.list({ tenantId, limit: 10 })`. Their types are those of the contract. */
export function callsOver(api: Pick<ApiClient, "response">): Calls {
  const subjects = Object.entries(routeTable).map(([subject, lines]) => [
    subject,
    Object.fromEntries(Object.entries(lines).map(([name, line]) => [name, callOf(api, line)])),
  ]);
  return Object.fromEntries(subjects) as Calls;
}

/** A line of the table is `METHOD /path/:parameter`, and behind that the form of the answer where it is not JSON. */
function callOf(api: Pick<ApiClient, "response">, line: string): Call {
  const [method = "GET", path = "", form = "json"] = line.split(" ");
  return async (input = {}, options = {}) => {
    const { address, rest } = filled(path, input);
    const response = await api.response(address, requestOf(method as Method, rest, options));
    return answerOf(response, form);
  };
}

type Method = NonNullable<ApiCall["method"]>;

/** Where a browser fetches the files itself that `files.createDownload` gave a token for. */
export function downloadPath(input: { readonly deviceId: string; readonly downloadToken: string }): string {
  const [, path = ""] = routeTable.files.download.split(" ");
  return filled(path, input).address;
}

/** What the path does not name belongs to the query. */
function filled(path: string, { ...rest }: Record<string, unknown>): { address: string; rest: Input } {
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    if (value === undefined) throw new TypeError(`${name} is missing in a call of ${path}`);
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { address, rest };
}

function requestOf(method: Method, { body, ...query }: Input, { signal, headers }: CallOptions): ApiCall {
  return {
    method,
    query: query as Record<string, QueryValue>,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
    ...(headers && { headers }),
  };
}

async function answerOf(response: Response, form: string): Promise<unknown> {
  if (form === "stream") return response;
  const text = await response.text();
  if (form === "text") return text;
  return form === "exact-json" ? parsedExactly(text) : parseJsonText(text);
}
