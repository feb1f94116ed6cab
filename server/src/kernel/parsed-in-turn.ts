import { parseJsonText } from "@heliograph/contract/json-text";
import { longWork } from "./long-work-queue.ts";

/** Of more characters the parsing alone is a piece of work. */
export const parsedInPassing = 128 * 1024;

/** What JSON says that we wrote ourselves; a long one is taken apart when it is its turn [API11]. */
export async function parsedInTurn(text: string): Promise<unknown> {
  if (text.length > parsedInPassing) await longWork.nextPiece();
  return parseJsonText(text);
}
