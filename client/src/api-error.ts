import type { ErrorBody } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";

/** A refusal of the server, in its own words [API2]. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly errorCode: number;
  readonly retryAfterMs: number | undefined;
  /** Its name in docs/errors.md, where the server told it. */
  readonly code: string | undefined;
  /** What the message names, for words of one's own. */
  readonly params: Readonly<Record<string, string>>;

  constructor(status: number, errorCode: number, message: string, retryAfterMs?: number, refusal = "") {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
    this.retryAfterMs = retryAfterMs;
    const { code, params } = refusalOf(refusal);
    this.code = code;
    this.params = params;
  }
}

/** A refusal by its name in docs/errors.md, with what it names: `X-Refusal`, or what a job tells of one. */
export function refusalOf(text: string): Pick<ApiError, "code" | "params"> {
  const [code, params] = text.split("?", 2);
  return { code: code || undefined, params: Object.fromEntries(new URLSearchParams(params)) };
}

/** The server did not answer at all. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

export async function apiErrorOf(response: Response): Promise<ApiError> {
  const body = await response
    .text()
    .then((text) => parseJsonText(text))
    .catch(() => undefined);
  const retryAfter = Number(response.headers.get("retry-after"));
  const retryAfterMs = retryAfter > 0 ? retryAfter * 1_000 : undefined;
  const refusal = response.headers.get("x-refusal") ?? "";
  if (isErrorBody(body)) return new ApiError(response.status, body.errorCode, body.message, retryAfterMs, refusal);
  return new ApiError(response.status, 2, `${response.status} ${response.statusText}`.trim(), retryAfterMs);
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === "object" &&
  body !== null &&
  "message" in body &&
  typeof body.message === "string" &&
  "errorCode" in body &&
  typeof body.errorCode === "number";
