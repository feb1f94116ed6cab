/** Units in which people say how long, the largest first. */
const spanUnits = { d: 86_400_000, h: 3_600_000, min: 60_000, s: 1_000 } as const;
type SpanUnit = keyof typeof spanUnits;

const isSpanUnit = (name: string): name is SpanUnit => Object.hasOwn(spanUnits, name);
export const spanUnitNames = Object.keys(spanUnits).filter(isSpanUnit);

export interface Span {
  readonly count: number;
  readonly unit: SpanUnit;
}

/** The largest unit in which it is a whole number; what is less than a second is a part of one. */
export function spanOf(ms: number): Span {
  const unit = spanUnitNames.find((name) => ms >= spanUnits[name] && ms % spanUnits[name] === 0) ?? "s";
  return { count: ms / spanUnits[unit], unit };
}

export const msOf = ({ count, unit }: Span): number => Math.round(count * spanUnits[unit]);

/** "5 min", "1.5 s"; as it was written, where `durationText` would round. */
export function spanText(ms: number, locale: string): string {
  const { count, unit } = spanOf(ms);
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(count)} ${unit}`;
}
