let shown: Intl.NumberFormat | undefined;

/** How numbers inside sentences are written: as those that stand alone. */
export function showCountsAs(locale: string): void {
  shown = new Intl.NumberFormat(locale);
}

/** A count inside a sentence. */
export const counted = (count: number): string => (shown ?? new Intl.NumberFormat("en")).format(count);
