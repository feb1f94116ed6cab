import { type ErrorBody, errorCodes } from "@heliograph/contract";
import { diskFaultOf, errnoOf } from "../../kernel/disk-fault.ts";
import { AppError, type Fault } from "../../kernel/errors.ts";
import { refusalName } from "../../kernel/refusal-name.ts";

/** The one place where our words meet HTTP's [API2]; a new fault does not compile until it has a status. */
const wire = {
  invalid: [400, errorCodes.badRequest],
  unauthenticated: [401, errorCodes.authentication],
  expired: [401, errorCodes.tokenExpired],
  forbidden: [403, errorCodes.permissionDenied],
  "not-found": [404, errorCodes.notFound],
  conflict: [409, errorCodes.conflict],
  "too-large": [413, errorCodes.badRequest],
  "too-many": [429, errorCodes.tooManyRequests],
  internal: [500, errorCodes.general],
  busy: [503, errorCodes.general],
  "no-room": [503, errorCodes.general],
  "no-answer": [504, errorCodes.general],
  "nothing-came": [408, errorCodes.badRequest],
} as const satisfies Record<Fault, readonly [status: number, errorCode: number]>;

/** What only HTTP can get wrong: method, media type, URL, headers. All of them are "bad request" on the wire. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: 400 | 405 | 406 | 408 | 413 | 415 | 416 | 417 | 431;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: string, status: HttpError["status"], message: string, headers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}

export interface WireError {
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
}

/** Refusals of the framework itself, in our words. */
const frameworkRefusals: Readonly<Record<string, () => HttpError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new HttpError("BODY_TOO_LARGE", 413, "The body is too large; send it in parts"),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new HttpError("BODY_LENGTH_WRONG", 400, "Content-Length does not match the body"),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => mediaTypeUnsupported(),
  FST_ERR_BAD_URL: () => urlInvalid(),
  FST_ERR_ASYNC_CONSTRAINT: () => urlInvalid(),
  FST_ERR_MAX_PARAM_LENGTH: () => urlInvalid(),
  // The caller went away in the middle of its body: nobody reads the answer, and it is no fault of ours.
  ECONNRESET: () => new HttpError("REQUEST_ABORTED", 400, "The connection ended before the body did"),
};

const urlInvalid = () => new HttpError("URL_INVALID", 400, "The URL cannot be read; check its percent-encoding");

export const mediaTypeUnsupported = (expected = "application/json") =>
  new HttpError("MEDIA_TYPE_UNSUPPORTED", 415, `Content-Type: this route takes ${expected}`);

/** What the caller is told. Everything unexpected is a bare "internal": no stack, no SQL, no secret [API2]. */
export function wireErrorOf(error: unknown, now: number): WireError {
  const known = knownError(error);
  if (known instanceof HttpError) {
    const headers = { ...known.headers, "x-refusal": known.code };
    return { body: bodyOf(known.status, errorCodes.badRequest, known.message, now), headers };
  }
  if (known instanceof AppError) {
    const [status, errorCode] = wire[known.fault];
    const headers = { ...retryHeaders(known), "x-refusal": refusalName(known) };
    return { body: bodyOf(status, errorCode, known.message, now), headers };
  }
  const [status, errorCode] = wire.internal;
  return {
    body: bodyOf(status, errorCode, "Something went wrong on our side; the log has the details", now),
    headers: {},
  };
}

/** An error of ours, or undefined for a bug. */
export function knownError(error: unknown): AppError | HttpError | undefined {
  if (error instanceof AppError || error instanceof HttpError) return error;
  const code = errnoOf(error) ?? "";
  return frameworkRefusals[code]?.() ?? diskFaultOf(code, error);
}

const bodyOf = (status: number, errorCode: number, message: string, timestamp: number): ErrorBody => ({
  status,
  message,
  errorCode,
  timestamp,
});

/** When another attempt makes sense, where nothing better is known; room is made by people. */
const retryAfter: Partial<Record<Fault, number>> = { "too-many": 1_000, busy: 1_000, "no-room": 60_000 };

function retryHeaders({ fault, retryAfterMs }: AppError): Record<string, string> {
  const afterMs = retryAfterMs ?? retryAfter[fault];
  return afterMs === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(afterMs / 1_000))) };
}
