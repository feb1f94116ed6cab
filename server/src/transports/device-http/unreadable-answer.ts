import type { Commands, CommandType } from "../../core/commands/index.ts";
import type { Device } from "../../core/devices/index.ts";
import { uploadIncomplete } from "../../core/files/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { bodyTooLarge, multipartExpected, multipartMalformed, xmlUnreadable } from "./errors.ts";
import { answeredWithText } from "./task.ts";

interface UnreadableAnswer {
  readonly device: Device;
  readonly messageId: number | undefined;
  /** Its F. */
  readonly kind: string;
  /** All bytes of the body came: it is what the device meant to send. */
  readonly isWhole: boolean;
}

/** What each F is the answer to. */
const answeredBy: Readonly<Record<string, readonly CommandType[]>> = {
  RETURN_LIST: ["LIST_FILES"],
  RETURN_FILE: ["REQUEST_FILE"],
  RETURN_SCPI: answeredWithText,
  RETURN_BASH: answeredWithText,
};

/** The form of the body is wrong, and would be the next time. */
const wrongForm = [bodyTooLarge(0), multipartExpected(), multipartMalformed(""), xmlUnreadable("")].map(
  ({ code }) => code,
);

/**
 * An answer that cannot be read ends its command as FAILED, in words: asked again, the device would say the same. Nothing
 * else changes; above all, no file is taken for gone [DHP5]. False when nothing was asked under that number.
 */
export async function closedAsUnreadable(
  { device, messageId, kind, isWhole }: UnreadableAnswer,
  error: unknown,
  commands: Commands,
): Promise<boolean> {
  const types = answeredBy[kind];
  if (!types || messageId === undefined || !(error instanceof AppError)) return false;
  if (!wrongForm.includes(error.code) && !isCutShort(error, kind, isWhole)) return false;
  const answer = { succeeded: false, text: `The answer cannot be read. ${error.message}` };
  return (await commands.answer(device.id, messageId, answer, types)) !== undefined;
}

/** The closing boundary is missing although every byte came. The next attempt may bring the whole file, but no other list. */
const isCutShort = ({ code }: AppError, kind: string, isWhole: boolean): boolean =>
  isWhole && kind !== "RETURN_FILE" && code === uploadIncomplete().code;
