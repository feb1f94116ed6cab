import { numberText } from "../format/number.ts";

/** How values are written in a legend. A pointer asks for many in each frame, so that what writes them is made once. */
export function legendNumbers(locale: string): (value: number, decimals: number | undefined) => string {
  const writers = new Map<number, Intl.NumberFormat>();
  return (value, decimals) => {
    if (decimals === undefined) return numberText(value, locale);
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    const writer = writers.get(decimals) ?? new Intl.NumberFormat(locale, digits);
    writers.set(decimals, writer);
    return writer.format(value);
  };
}
