import { RowSum, type SummedRows } from "../../../kernel/row-sum.ts";
import { isIntact } from "../storage/block-row.ts";
import { type PointsSource, type Portion, portionsOf, type Stage } from "./portions.ts";

export type PointsDigest = Readonly<Record<Stage, SummedRows>>;

/** Of everything a store holds; a block whose head is damaged is read by nobody and does not count. */
export async function digestOfPoints(
  source: PointsSource,
  passed: (portion: Portion) => void = () => undefined,
): Promise<PointsDigest> {
  const sums = { devices: new RowSum(), series: new RowSum(), blocks: new RowSum(), entries: new RowSum() };
  for await (const portion of portionsOf(source)) {
    for (const row of rowsIn(portion)) sums[portion.stage].add(row);
    passed(portion);
  }
  const { devices, series, blocks, entries } = sums;
  return { devices: devices.told, series: series.told, blocks: blocks.told, entries: entries.told };
}

/** The numbers of devices and blocks are the store's own, and others elsewhere. */
function rowsIn(portion: Portion): readonly (readonly Uint8Array[])[] {
  if (portion.stage === "devices") return portion.rows.map(({ name }) => [Buffer.from(name)]);
  if (portion.stage === "series")
    return portion.rows.map(({ id, device, key }) => [numbers([id]), Buffer.from(device), key]);
  if (portion.stage === "entries")
    return portion.rows.map(({ id, frame, isIntact: whole }) => [numbers([id, whole ? 1 : 0]), frame]);
  return portion.rows.filter(isIntact).map(({ data, ...head }) => {
    const { series, run, start, end, count, numbers: covered, min, max, sum, dataCheck, headCheck } = head;
    return [numbers([series, run, start, end, count, covered, min, max, sum, dataCheck, headCheck]), data];
  });
}

const numbers = (values: readonly number[]): Uint8Array => new Uint8Array(Float64Array.from(values).buffer);
