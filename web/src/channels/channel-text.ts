import { type DescribedChannel, nameIn, stateOf } from "@heliograph/contract/channel-meaning";
import { drawable, fixedText, shortText } from "../format/number.ts";

type Told = Pick<DescribedChannel, "states" | "decimals" | "kind">;

/** A value as its channel wants it: the name of its state, or a number with so many decimals. */
export function channelText(channel: Told, value: unknown, locale: string): string {
  const state = stateOf(channel, value);
  if (state) return nameIn(state, locale) || shortText(value, locale);
  const number = channel.decimals === undefined || channel.kind !== "number" ? undefined : drawable(value);
  if (number === undefined || typeof value === "boolean") return shortText(value, locale);
  return fixedText(number, channel.decimals ?? 0, locale);
}

/** As above, as long as there is room for it. */
export const shownText = (channel: Told, value: unknown, locale: string): string =>
  cutText(channelText(channel, value, locale));

/** Longer texts would cover what is around them. */
const longestShown = 120;

/** What of a text there is room for; the whole is told elsewhere. */
export function cutText(text: string): string {
  if (text.length <= longestShown) return text;
  return `${text.slice(0, longestShown).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
