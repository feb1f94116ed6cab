import type { ReasonName } from "./reasons.ts";

/** The peer broke the protocol; the connection ends, with the reason where the version has a way to tell it. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  readonly reason: ReasonName;

  constructor(reason: ReasonName, message: string) {
    super(message);
    this.reason = reason;
  }
}

export const malformed = (message: string): ProtocolError => new ProtocolError("malformed", message);
export const violation = (message: string): ProtocolError => new ProtocolError("protocol-error", message);
