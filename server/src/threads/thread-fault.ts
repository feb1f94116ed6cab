import { AppError, type Fault } from "../kernel/errors.ts";

/** An error on its way between threads: a class does not survive the journey, what it says does. */
export interface ThreadFault {
  readonly message: string;
  readonly stack: string | undefined;
  /** SQLite's extended result code, where the failure is SQLite's. */
  readonly errcode: number | undefined;
  /** What was refused, and how; the rest is a failure. */
  readonly refusal: { readonly code: string; readonly fault: Fault } | undefined;
}

export function faultOf(error: unknown): ThreadFault {
  if (!(error instanceof Error))
    return { message: String(error), stack: undefined, errcode: undefined, refusal: undefined };
  return {
    message: error.message,
    stack: error.stack,
    errcode: "errcode" in error ? Number(error.errcode) : undefined,
    refusal: error instanceof AppError ? { code: error.code, fault: error.fault } : undefined,
  };
}
