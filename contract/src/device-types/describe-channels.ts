import type { Channel, ChannelKind } from "./channel.ts";
import { isPattern, type KeyMatcher, keyMatcher } from "./key-pattern.ts";

/** What is known of one channel of one device: everybody who shows or exports it asks here [TYP2]. */
export interface DescribedChannel extends Channel {
  /** The key itself, never a pattern. */
  readonly key: string;
  /** What it is called where a language has no name of its own; the key where nothing is said. */
  readonly name: string;
  /** Empty where nobody names one. */
  readonly unit: string;
  readonly kind: ChannelKind;
  /** Whether the type or the device says anything of it. */
  readonly isDescribed: boolean;
  /** Where it stands in the overview: pinned ones first, then in the type's order, the rest behind. */
  readonly order: number;
}

export interface ChannelSources {
  /** The channels of the type. */
  readonly type?: readonly Channel[];
  /** What is calculated for the device: said where its type says nothing [RUL7]. */
  readonly calculated?: readonly Channel[];
  /** What the device says otherwise; field by field. */
  readonly overrides?: readonly Channel[];
  /** Units the device names itself: they count where the type says nothing. */
  readonly unitOf?: (key: string) => string;
}

/**
 * Describes channels by their keys. A key of its own comes before patterns, and of these the first that fits counts. Built
 * once, asked often: keys are looked up, patterns are taken apart once, and what was asked is remembered.
 */
export function describeChannels({ type = [], calculated = [], overrides = [], unitOf }: ChannelSources) {
  const [byType, byDevice] = [channelFinder(type), channelFinder(overrides)];
  const byCalculation = new Map(calculated.map((channel) => [channel.key, channel]));
  const known = new Map<string, DescribedChannel>();
  return (key: string): DescribedChannel => {
    const before = known.get(key);
    if (before) return before;
    const described = merged(key, byCalculation.get(key), byType(key), byDevice(key), unitOf?.(key) ?? "");
    known.set(key, described);
    return described;
  };
}

interface Found {
  readonly channel: Channel;
  readonly place: number;
}

const behindAll = Number.MAX_SAFE_INTEGER;
const pinnedFirst = 1_000_000;

function merged(
  key: string,
  calculated: Channel | undefined,
  type: Found | undefined,
  own: Found | undefined,
  unit: string,
): DescribedChannel {
  const said = { ...calculated, ...type?.channel, ...own?.channel };
  const isDescribed = calculated !== undefined || type !== undefined || own !== undefined;
  const place = type?.place ?? own?.place;
  return {
    ...said,
    key,
    name: said.name || key,
    unit: said.unit ?? unit,
    kind: said.kind ?? (said.states?.length ? "state" : "number"),
    isDescribed,
    order: place === undefined ? behindAll : place + (said.pinned ? 0 : pinnedFirst),
  };
}

/** Which of these channels describes a key, and at which place it stands. */
export function channelFinder(channels: readonly Channel[]): (key: string) => Found | undefined {
  const exact = new Map<string, Found>();
  const patterns: { readonly found: Found; readonly matches: KeyMatcher }[] = [];
  for (const [place, channel] of channels.entries()) {
    if (isPattern(channel.key)) patterns.push({ found: { channel, place }, matches: keyMatcher(channel.key) });
    if (!exact.has(channel.key)) exact.set(channel.key, { channel, place });
  }
  return (key) => {
    const own = exact.get(key);
    if (own) return own;
    for (const { found, matches } of patterns) {
      const stars = matches(key);
      if (stars) return { ...found, channel: named(found.channel, stars) };
    }
    return undefined;
  };
}

/** A name for each of those a pattern fits: its stars are what the key has there, or that is added. */
function named(channel: Channel, stars: readonly string[]): Channel {
  const filled = (name: string) => {
    let at = 0;
    const text = name.replaceAll("*", () => stars[at++] ?? "");
    return at > 0 ? text : `${name} ${stars.filter(Boolean).join(" ")}`.trim();
  };
  const names =
    channel.names && Object.fromEntries(Object.entries(channel.names).map(([tag, one]) => [tag, filled(one)]));
  return { ...channel, ...(channel.name && { name: filled(channel.name) }), ...(names && { names }) };
}

/** What something is called in a language; `tag` may name a region, too. */
export const nameIn = (
  labelled: { readonly name?: string; readonly names?: Readonly<Record<string, string>> },
  tag: string,
): string => {
  const { names = {}, name = "" } = labelled;
  return (Object.hasOwn(names, tag) && names[tag]) || names[tag.split("-")[0] ?? ""] || name;
};
