import type { ReportPaper } from "@heliograph/contract";

const millimetresPerInch = 25.4;
const pixelsPerInch = 96;
const marginMillimetres = 10;
/** Widgets are made for screens: on paper they are this much smaller. */
const scale = 0.75;

const sides = { A4: [210, 297], A3: [297, 420] } as const;

/** A sheet as the protocol wants it, and the screen whose pixels fall onto it one by one: charts are drawn once. */
export function paperOf({ size, orientation }: ReportPaper) {
  const [short, long] = sides[size];
  const [width, height] = orientation === "PORTRAIT" ? [short, long] : [long, short];
  const pixels = (side: number) =>
    Math.floor((((side - 2 * marginMillimetres) / millimetresPerInch) * pixelsPerInch) / scale);
  const margin = marginMillimetres / millimetresPerInch;
  return {
    screen: { width: pixels(width), height: pixels(height), deviceScaleFactor: 2, mobile: false },
    print: {
      ...{ paperWidth: width / millimetresPerInch, paperHeight: height / millimetresPerInch, scale },
      ...{ marginTop: margin, marginBottom: margin, marginLeft: margin, marginRight: margin },
      printBackground: true,
    },
  };
}
