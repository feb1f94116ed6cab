/** Of what can be counted back, and where a time can be cut: second, minute, hour, day, week, month, year. */
export const momentUnits = ["s", "m", "h", "d", "w", "M", "y"] as const;
export type MomentUnit = (typeof momentUnits)[number];

/** What a moment says, taken apart. */
export type Moment =
  | { readonly kind: "absolute"; readonly ts: number }
  | {
      readonly kind: "relative";
      /** Negative is before now. */
      readonly amount: number;
      readonly unit: MomentUnit;
      readonly cutTo: MomentUnit | undefined;
    };

/** Undefined for what is no moment. */
export function parseMoment(text: string): Moment | undefined {
  if (/^-?\d{1,16}$/.test(text)) return { kind: "absolute", ts: Number(text) };
  const [whole, , sign, amount, unit, wholeUnit] =
    /^now(([+-])(\d{1,5})([smhdwMy]))?(?:\/([mhdwMy]))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return {
    kind: "relative",
    amount: amount === undefined ? 0 : Number(`${sign}${amount}`),
    unit: (unit ?? "s") as MomentUnit,
    cutTo: wholeUnit as MomentUnit | undefined,
  };
}
