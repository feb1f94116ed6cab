/**
 * The block type that holds the values of a string or binary channel: `messages` are message events (type 4, §6.5), as
 * devices write them; `stamped` are blocks of type 8 (§6.4), as for numbers.
 */
export type StringBlocks = "messages" | "stamped";

/**
 * What the format tells writers to use (§4.1, §8.3), and all readers but one old one know (§15): most readers of before July
 * 2026 pass over message events. What a source file used is kept all the same (docs/strings.md).
 */
export const usualStringBlocks: StringBlocks = "stamped";
