import { exactJson } from "@heliograph/client";
import { commonDecimals } from "./common-decimals.ts";
import { numberFormat } from "./formatters.ts";

/** Digits that tell values apart without drowning the eye. */
const significantDigits = 6;

export const countText = (count: number, locale: string): string => numberFormat(locale).format(count);

/** A number as people write it: with a true minus, which is as wide as a digit, and none before a zero. */
function writtenNumber(value: number | bigint, locale: string, form: Intl.NumberFormatOptions = {}): string {
  return withMinus(numberFormat(locale, { signDisplay: "negative", ...form }).format(value));
}

export const withMinus = (text: string): string => text.replaceAll("-", "−");

/** With so many decimals, no more and no fewer: numbers that stand together have the same. */
export const fixedText = (value: number, decimals: number, locale: string): string =>
  writtenNumber(value, locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** A measured number: grouped, and rounded for the eye; very large and very small ones in powers of ten. */
export function numberText(value: number, locale: string): string {
  if (!Number.isFinite(value)) return withMinus(String(value));
  const size = Math.abs(value);
  if (Number.isSafeInteger(value)) return writtenNumber(value, locale);
  if (size !== 0 && (size >= 1e9 || size < 1e-4)) return powerText(value, locale);
  return writtenNumber(value, locale, { maximumSignificantDigits: significantDigits });
}

/** "1.2346e−7": no more digits than it has. The smallest numbers have hardly one, and rounding would make up others. */
function powerText(value: number, locale: string): string {
  const text = Number(value.toPrecision(significantDigits - 1)).toExponential();
  return withMinus(text.replace(".", decimalSign(locale)));
}

const decimalSign = (locale: string): string => numberFormat(locale).format(0.5).slice(1, 2);

/** Two bounds, with as many decimals as each other. */
export function rangeText(min: number, max: number, locale: string): string {
  const largest = Math.max(Math.abs(min), Math.abs(max));
  const isPlain = largest === 0 || (largest < 1e9 && largest >= 1e-3);
  const decimals = commonDecimals([min, max], significantDigits - 1);
  return [min, max]
    .map((bound) => (isPlain ? fixedText(bound, decimals, locale) : numberText(bound, locale)))
    .join(" … ");
}

/** A number that a person typed, with all its digits. */
export function typedText(value: number, locale: string): string {
  if (Math.abs(value) >= 1e15) return String(value);
  return value.toLocaleString(locale, { maximumSignificantDigits: 15 });
}

/** Any value a device can send, in one line. */
export function valueText(value: unknown, locale: string): string {
  if (typeof value === "number") return numberText(value, locale);
  if (typeof value === "bigint") return writtenNumber(value, locale);
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "true" : "false";
  return exactJson(value);
}

/** The number a value can be drawn as; booleans are steps of 0 and 1, texts are none. */
export function drawable(value: unknown): number | undefined {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === "true" || value === "false") return value === "true" ? 1 : 0;
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

const sizes = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

export function bytesText(bytes: number, locale: string): string {
  const power = bytes < 1 ? 0 : Math.min(sizes.length - 1, Math.floor(Math.log2(bytes) / 10));
  const digits = power === 0 ? 0 : 1;
  const number = numberFormat(locale, { maximumFractionDigits: digits }).format(bytes / 1024 ** power);
  return `${number} ${sizes[power]}`;
}

/** Counted up to 64 bits by devices, and by browsers only up to 53: each of its digits may be the one that matters. */
const longInteger = /^-?\d{16,20}$/;

/** Numbers come as text with all their digits; the eye wants fewer. */
export function shortText(value: unknown, locale: string): string {
  if (typeof value === "string" && longInteger.test(value)) return writtenNumber(BigInt(value), locale);
  const isBoolean = typeof value === "boolean" || value === "true" || value === "false";
  const number = isBoolean ? undefined : drawable(value);
  return valueText(number ?? value, locale);
}
