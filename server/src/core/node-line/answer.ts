import { AppError, type Fault, type RefusalParams } from "../../kernel/errors.ts";
import { brokenAnswer, otherNodeFailed } from "./errors.ts";
import { bytesOf, dataIn } from "./told-data.ts";

const done = 0;
const refused = 1;
const failed = 2;
/** Longer than the wire takes: this says where the rest is. */
const inParts = 3;

interface Refusal {
  readonly code: string;
  readonly fault: Fault;
  readonly message: string;
  readonly params?: RefusalParams;
  readonly retryAfterMs?: number;
}

export function answerOf(body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + body.length);
  bytes[0] = done;
  bytes.set(body, 1);
  return bytes;
}

/** A caller's mistake, or what passes, is told as it is; anything else is a bug over there, logged there and nowhere else. */
export function answerOfError(error: unknown): Uint8Array {
  if (!(error instanceof AppError)) return Uint8Array.of(failed);
  const { code, fault, message, params, retryAfterMs } = error;
  const refusal: Refusal = { code, fault, message, params, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  const text = bytesOf(refusal);
  const bytes = new Uint8Array(1 + text.length);
  bytes[0] = refused;
  bytes.set(text, 1);
  return bytes;
}

export interface LongAnswer {
  readonly id: Uint8Array;
  readonly total: number;
}

export function longAnswerOf({ id, total }: LongAnswer): Uint8Array {
  const bytes = Buffer.alloc(1 + id.length + 4);
  bytes[0] = inParts;
  bytes.set(id, 1);
  bytes.writeUInt32LE(total, 1 + id.length);
  return bytes;
}

/** Undefined when the answer is whole. */
export function longAnswerIn(answer: Uint8Array): LongAnswer | undefined {
  if (answer[0] !== inParts) return undefined;
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.length);
  return { id: answer.subarray(1, answer.length - 4), total: bytes.readUInt32LE(answer.length - 4) };
}

/** The body of an answer; throws what the other node refused with. */
export function bodyOf(answer: Uint8Array): Uint8Array {
  const rest = answer.subarray(1);
  if (answer[0] === done) return rest;
  if (answer[0] === refused) throw refusalOf(rest);
  throw answer[0] === failed ? otherNodeFailed() : brokenAnswer();
}

/** What was refused there is refused here, in the same words. */
function refusalOf(bytes: Uint8Array): Error {
  const refusal = dataIn<unknown>(bytes);
  if (!isRefusal(refusal)) return brokenAnswer();
  const { code, fault, message, params = {}, retryAfterMs } = refusal;
  return new AppError(code, fault, message, { params, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

const isRefusal = (value: unknown): value is Refusal =>
  typeof value === "object" &&
  value !== null &&
  ["code", "fault", "message"].every((name) => typeof Reflect.get(value, name) === "string");
