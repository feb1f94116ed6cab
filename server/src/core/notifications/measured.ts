import { type DescribedChannel, nameIn, unitText } from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import { monotonicMs } from "../../kernel/time.ts";
import type { LetterLanguage } from "../mail/index.ts";
import type { NoticeItem } from "./notice.ts";
import type { Reading } from "./reading.ts";

type Describe = (key: string) => Pick<DescribedChannel, "name" | "names" | "unit">;
/** What the channels of a device are called, and measured in. */
export type ChannelsOf = (tenant: TenantId, device: DeviceId) => Promise<Describe>;

/** Of these a message is written for each of its readers, one after another. */
const rememberedMs = 10_000;
const rememberedAtMost = 200;

/** Asks once for a device that several are told of. One that is gone meanwhile is called by its keys. */
export function rememberedChannels(ask: ChannelsOf): ChannelsOf {
  const known = new Map<DeviceId, { readonly until: number; readonly describe: Describe }>();
  return async (tenant, device) => {
    const found = known.get(device);
    if (found && found.until > monotonicMs()) return found.describe;
    const describe = await ask(tenant, device).catch(byKey);
    known.delete(device);
    known.set(device, { until: monotonicMs() + rememberedMs, describe });
    const [oldest] = known.keys();
    if (known.size > rememberedAtMost && oldest !== undefined) known.delete(oldest);
    return describe;
  };
}

function byKey(error: unknown): Describe {
  if (!(error instanceof AppError)) throw error;
  return (key) => ({ name: key, unit: "" });
}

/** With the title and the unit of each channel [TYP2]. */
export async function named(
  items: readonly NoticeItem[],
  channels: ChannelsOf,
  language: LetterLanguage,
): Promise<readonly NoticeItem[]> {
  const all: NoticeItem[] = [];
  for (const item of items) {
    const { readings, deviceId, tenantId } = item;
    const describe = readings.length > 0 && deviceId !== null ? await channels(tenantId, deviceId) : undefined;
    const said = (reading: Reading) =>
      describe && !reading.isFile ? { ...reading, ...saidOf(describe(reading.key), language) } : reading;
    all.push({ ...item, readings: readings.map(said) });
  }
  return all;
}

const saidOf = (channel: ReturnType<Describe>, language: LetterLanguage) => {
  const unit = unitText(channel.unit);
  return { title: nameIn(channel, language), ...(unit !== "" && { unit }) };
};

const locales: Record<LetterLanguage, string> = { en: "en-GB", de: "de-DE" };
const limitWords: Record<LetterLanguage, string> = { en: "limit", de: "Grenzwert" };
const files: Record<LetterLanguage, string> = { en: "file", de: "Datei" };
const truths: Record<LetterLanguage, readonly [yes: string, no: string]> = { en: ["yes", "no"], de: ["ja", "nein"] };
const digits = 10;

/** `temperature 99 °C, limit 95 °C`, one text for each value. */
export const measuredText = (readings: readonly Reading[], language: LetterLanguage): readonly string[] =>
  readings.map(({ key, title = key, value, unit, limit, isFile }) => {
    if (isFile) return `${files[language]} ${value}`;
    const shown = (one: Reading["value"]) => [valueText(one, language), ...(unit ? [unit] : [])].join(" ");
    return `${title} ${shown(value)}${limit === undefined ? "" : `, ${limitWords[language]} ${shown(limit)}`}`;
  });

function valueText(value: Reading["value"], language: LetterLanguage): string {
  if (typeof value === "boolean") return truths[language][value ? 0 : 1];
  if (typeof value === "string") return value;
  return new Intl.NumberFormat(locales[language], { maximumSignificantDigits: digits }).format(value);
}
