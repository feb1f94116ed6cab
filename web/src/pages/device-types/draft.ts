import type { DeviceTypeInput, DeviceTypeRecord, SeenChannels } from "@heliograph/contract";

/** A copy with a field set, or without it where it says nothing. */
export function withField<T extends object, K extends keyof T>(item: T, field: K, value: T[K] | undefined | ""): T {
  const { [field]: _, ...rest } = item;
  const isNothing = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return (isNothing || isEmpty ? rest : { ...rest, [field]: value }) as T;
}

export const replacedAt = <T>(items: readonly T[], index: number, item: T): T[] =>
  items.map((one, at) => (at === index ? item : one));

export const removedAt = <T>(items: readonly T[], index: number): T[] => items.filter((_, at) => at !== index);

/** One place up or down; at the ends it stays. */
export function moved<T>(items: readonly T[], index: number, by: -1 | 1): T[] {
  const [item, other] = [items[index], items[index + by]];
  if (item === undefined || other === undefined) return [...items];
  return replacedAt(replacedAt(items, index, other), index + by, item);
}

/** What a person typed as a number; undefined where nothing is there. */
export function typedNumber(text: string): number | undefined {
  const number = Number(text.replace(",", ".").replace("−", "-")); // as numbers are shown, too
  return text.trim() === "" || !Number.isFinite(number) ? undefined : number;
}

/** Something is there, and no number. */
export const isNoNumber = (text: string): boolean => text.trim() !== "" && typedNumber(text) === undefined;

/** What a person typed as a value that is compared: a number, a truth or a text. */
export function typedScalar(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

type Channels = DeviceTypeRecord["channels"];

/** What is known of a key nobody described. */
export type SeenKey = Pick<SeenChannels["keys"][number], "key" | "kind">;

/** Keys that were seen, described as far as their values tell; those that are there already stay as they are. */
export function takenOver(channels: Channels, seen: readonly SeenKey[]): Channels {
  const known = new Set(channels.map(({ key }) => key));
  const added = seen.filter(({ key }) => !known.has(key)).map(({ key, kind }) => ({ key, kind }));
  return [...channels, ...added];
}

/** As it is sent, as a whole: null is none. */
export function inputOf(record: DeviceTypeRecord): DeviceTypeInput {
  const { id, version, name, description, image, channels, commands, attributes } = record;
  return { id, version, name, description, image, channels, commands, attributes };
}
