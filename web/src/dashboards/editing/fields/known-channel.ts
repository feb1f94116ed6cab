/** A channel that can be chosen, as its type describes it [TYP2]. */
export interface KnownChannel {
  readonly key: string;
  /** The key again where nobody gave it a name. */
  readonly name: string;
  readonly unit: string;
}

/** What it is, for who reads it: its name and its unit. */
export const meaningOf = ({ name, unit }: KnownChannel): string => (unit === "" ? name : `${name}, ${unit}`);

/** As it is offered: by all that it could be looked for. */
export function offeredText(channel: KnownChannel): string {
  const meaning = meaningOf(channel);
  return meaning === channel.key ? meaning : `${meaning} · ${channel.key}`;
}

/** The key that is meant by a text as it was offered; undefined for any other. */
export const offeredKey = (text: string, known: readonly KnownChannel[]): string | undefined =>
  known.find((channel) => text === channel.key || text === offeredText(channel))?.key;

/** The key that is meant by what somebody typed: a key, what was offered, or the name people know; else the text itself. */
export function meantKey(text: string, known: readonly KnownChannel[]): string {
  const typed = text.trim().toLowerCase();
  const isMeant = (channel: KnownChannel) =>
    [channel.key, channel.name, meaningOf(channel)].some((one) => one.toLowerCase() === typed);
  return offeredKey(text, known) ?? known.find(isMeant)?.key ?? text;
}
