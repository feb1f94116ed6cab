/** RFC 1952: 1F 8B, method 8, flags, a time of four bytes, hints, the system; then what the flags announce. */
const fixedBytes = 10;
const flag = { headCheck: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const;

/** A gzip head longer than this is none: an extra field has at most 64 KiB, a name and a comment should be short. */
export const maxGzipHeadBytes = 1 << 18;
/** CRC-32 and length of what was packed. */
export const gzipEndBytes = 8;

/** How long the head is that the bytes begin with; `more` where they end inside it. */
export function gzipHeadLength(bytes: Uint8Array): number | "more" | "none" {
  const [first = 0x1f, second = 0x8b, method = 8, flags = 0] = bytes;
  if (first !== 0x1f || second !== 0x8b || method !== 8 || flags & flag.reserved) return "none";
  let at: number | undefined = fixedBytes;
  if (flags & flag.extra) at = afterExtra(bytes, at);
  if (flags & flag.name) at = afterText(bytes, at);
  if (flags & flag.comment) at = afterText(bytes, at);
  if (at !== undefined && flags & flag.headCheck) at += 2;
  return at === undefined || at > bytes.length ? "more" : at;
}

function afterExtra(bytes: Uint8Array, at: number): number | undefined {
  const [low, high] = bytes.subarray(at, at + 2);
  return low === undefined || high === undefined ? undefined : at + 2 + low + 256 * high;
}

function afterText(bytes: Uint8Array, at: number | undefined): number | undefined {
  const end = at === undefined ? -1 : bytes.indexOf(0, at);
  return end < 0 ? undefined : end + 1;
}
