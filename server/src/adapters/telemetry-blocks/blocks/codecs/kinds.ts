import type { ByteReader, ByteWriter } from "./bytes.ts";

/** Which kind of value each point of a mixed block has: kind and length of each run. */
export function writeKinds(writer: ByteWriter, kinds: Uint8Array): void {
  for (let start = 0; start < kinds.length; ) {
    let end = start + 1;
    while (end < kinds.length && kinds[end] === kinds[start]) end++;
    writer.byte(kinds[start] as number);
    writer.varint(end - start);
    start = end;
  }
}

export function readKinds(reader: ByteReader, kinds: Uint8Array): void {
  for (let i = 0; i < kinds.length; ) {
    const kind = reader.byte();
    const end = i + reader.varint();
    if (end > kinds.length || end === i) throw new RangeError("a run of kinds has the wrong length");
    kinds.fill(kind, i, end);
    i = end;
  }
}
