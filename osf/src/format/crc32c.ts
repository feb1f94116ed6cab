const polynomial = 0x82f63b78; // CRC-32/ISCSI, reflected (§10.1)
const lanes = 8;

/** Eight tables, so that eight bytes are folded per step: three to four times the speed of one table. */
const tables: readonly Uint32Array[] = buildTables();

function buildTables(): Uint32Array[] {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
    return crc;
  });
  const all = [first];
  for (let lane = 1; lane < lanes; lane++) {
    const previous = all[lane - 1] ?? first;
    all.push(previous.map((crc) => (crc >>> 8) ^ (first[crc & 0xff] ?? 0)));
  }
  return all;
}

const none = new Uint32Array(256);
const [t0 = none, t1 = none, t2 = none, t3 = none, t4 = none, t5 = none, t6 = none, t7 = none] = tables;

/** CRC32C of `bytes[start, end)`; 0 for nothing. */
export function crc32c(bytes: Uint8Array, start = 0, end = bytes.length): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let crc = 0xffffffff;
  let at = start;
  for (; at + lanes <= end; at += lanes) {
    const low = view.getInt32(at, true) ^ crc;
    const high = view.getInt32(at + 4, true);
    crc =
      (t7[low & 0xff] as number) ^
      (t6[(low >>> 8) & 0xff] as number) ^
      (t5[(low >>> 16) & 0xff] as number) ^
      (t4[low >>> 24] as number) ^
      (t3[high & 0xff] as number) ^
      (t2[(high >>> 8) & 0xff] as number) ^
      (t1[(high >>> 16) & 0xff] as number) ^
      (t0[high >>> 24] as number);
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ (t0[(crc ^ (bytes[at] as number)) & 0xff] as number);
  return ~crc >>> 0;
}
