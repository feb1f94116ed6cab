import { AppError, type Fault } from "../../../kernel/errors.ts";

/** An error on its way between threads: a class does not survive the journey, what it says does. */
export interface WireError {
  readonly message: string;
  readonly refusal: { readonly code: string; readonly fault: Fault } | undefined;
}

export function toWire(error: unknown): WireError {
  if (error instanceof AppError) {
    return { message: error.message, refusal: { code: error.code, fault: error.fault } };
  }
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), refusal: undefined };
}

export const fromWire = ({ message, refusal }: WireError): Error =>
  refusal ? new AppError(refusal.code, refusal.fault, message) : new Error(`in the other thread: ${message}`);
