import type { DataType } from "./data-type.ts";
import type { OsfVersion } from "./magic-line.ts";

/**
 * The block type that holds the values of a string or binary channel: `messages` are message events (type 4, §6.5), as
 * devices write them; `stamped` are blocks of type 8 (§6.4), as for numbers.
 */
export type StringBlocks = "messages" | "stamped";

/**
 * What most programs read. All that read OSF4 know texts in message events, one of them only those; bytes, and everything
 * in OSF5, were in blocks of type 8 from the beginning (docs/strings.md).
 */
export const usualStringBlocks = (version: OsfVersion, datatype: DataType): StringBlocks =>
  version === 4 && datatype === "string" ? "messages" : "stamped";
