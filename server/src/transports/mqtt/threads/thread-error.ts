import { AppError } from "../../../kernel/errors.ts";
import type { ThreadFault } from "../../../threads/thread-fault.ts";

/** A fault of the other thread as an error of this one. */
export const errorOfThread = ({ message, stack = message, refusal }: ThreadFault): Error =>
  refusal ? new AppError(refusal.code, refusal.fault, message) : new Error(`in the other thread: ${stack}`);
