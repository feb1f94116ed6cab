// Where one gzip member may end and the next begin (RFC 1952): four bytes with the length of what was packed, then the
// head of a member. Browsers say neither where a member ends nor do they go on behind it.

/** Bytes of a member's head: 1F 8B, method 8, flags of which three are reserved, a time, hints, the system. */
const headBytes = 10;
const lengthBytes = 4;
/** Systems RFC 1952 and its successors know; macOS writes 19. */
const [lastSystem, unknownSystem] = [19, 255];

/** A place in the bytes where a member may begin, with the length the member before it would have. */
export interface GzipBorder {
  readonly at: number;
  readonly length: number;
}

/** The first possible border from `from` on that lies inside the bytes with its head and the length in front of it. */
export function findGzipBorder(bytes: Uint8Array, from: number): GzipBorder | undefined {
  for (let at = bytes.indexOf(0x1f, from); at >= 0; at = bytes.indexOf(0x1f, at + 1)) {
    if (at + headBytes > bytes.length) return undefined;
    if (at >= lengthBytes && isHead(bytes, at)) return { at, length: wordAt(bytes, at - lengthBytes) };
  }
  return undefined;
}

const isHead = (bytes: Uint8Array, at: number): boolean =>
  bytes[at + 1] === 0x8b &&
  bytes[at + 2] === 8 &&
  ((bytes[at + 3] ?? 0) & 0xe0) === 0 &&
  [0, 2, 4].includes(bytes[at + 8] ?? 1) &&
  ((bytes[at + 9] ?? 0) <= lastSystem || bytes[at + 9] === unknownSystem);

function wordAt(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + at, lengthBytes).getUint32(0, true);
}

/** Bytes that have to be looked at again together with what follows them. */
export const borderOverlap = headBytes - 1 + lengthBytes;
