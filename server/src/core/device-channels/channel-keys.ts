import { type Channel, isPattern, keyMatcher } from "@heliograph/contract";

/** Whether a key is one that a certain channel describes. */
export type IsOfChannel = (key: string) => boolean;

/**
 * The keys that a channel of a type describes: keys of their own come before patterns, and of these the first that fits
 * counts [TYP2]. A channel that the type does not have yet is asked for while it is written: all that it fits.
 */
export function keysOfChannel(channels: readonly Channel[], key: string): IsOfChannel {
  if (!isPattern(key)) return (one) => one === key;
  const fits = keyMatcher(key);
  const place = channels.findIndex((channel) => channel.key === key);
  if (place < 0) return (one) => fits(one) !== undefined;
  const own = new Set(channels.map((channel) => channel.key));
  const before = channels.slice(0, place).filter((channel) => isPattern(channel.key));
  const matchers = before.map((channel) => keyMatcher(channel.key));
  return (one) => fits(one) !== undefined && !own.has(one) && !matchers.some((matches) => matches(one) !== undefined);
}

/** Whether what a device says of a key or pattern is said of the channel. */
export const isSaidOf = (said: string, key: string, isOfChannel: IsOfChannel): boolean =>
  said === key || (isPattern(said) ? !isPattern(key) && keyMatcher(said)(key) !== undefined : isOfChannel(said));
