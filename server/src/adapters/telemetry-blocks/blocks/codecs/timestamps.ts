import type { ByteReader, ByteWriter } from "./bytes.ts";
import { canWriteDeltas, readDeltas, writeDeltas } from "./deltas.ts";

const deltaOfDelta = 1;
const raw = 2;

/** Ascending times: delta of delta, or eight bytes each where years lie between them that no difference can hold. */
export function writeTimestamps(writer: ByteWriter, ts: Float64Array, count: number): void {
  const asDeltas = canWriteDeltas(ts, count, 2);
  writer.byte(asDeltas ? deltaOfDelta : raw);
  if (asDeltas) writeDeltas(writer, ts, count, 2);
  else for (let i = 0; i < count; i++) writer.float64(ts[i] as number);
}

export function readTimestamps(reader: ByteReader, ts: Float64Array, count: number): void {
  if (reader.byte() === deltaOfDelta) readDeltas(reader, ts, count, 2);
  else for (let i = 0; i < count; i++) ts[i] = reader.float64();
}
