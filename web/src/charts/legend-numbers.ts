import { fixedText, numberText } from "../format/number.ts";

/** How values are written in a legend. */
export const legendNumbers =
  (locale: string) =>
  (value: number, decimals: number | undefined): string =>
    decimals === undefined ? numberText(value, locale) : fixedText(value, decimals, locale);
