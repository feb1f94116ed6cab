// Text of field files: declared UTF-8, but single Windows-1252 bytes occur (0xB0 for a degree sign). §3.4: every
// byte that is not part of a valid UTF-8 sequence is taken as Windows-1252; no file fails for this.

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** From here on the decoder is quicker; below, its exception would cost more than the bytes. */
const longText = 1024;

export const encodeText = (text: string): Uint8Array => encoder.encode(text);

/** The UTF-8 form of every Windows-1252 byte. */
const windows1252: readonly Uint8Array[] = Array.from(
  new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
  encodeText,
);

/** Text of bytes that are known to be valid UTF-8. */
export const decodeValidText = (bytes: Uint8Array): string => lenient.decode(bytes);

/** True when the bytes are well-formed UTF-8; plain ASCII is decided without a decoder. */
export function isValidText(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && (bytes[at] as number) < 0x80) at++;
  if (end - at >= longText) return isValidLongText(bytes.subarray(at, end));
  while (at < end) {
    const length = sequenceLength(bytes, at, end);
    if (length === 0) return false;
    at += length;
  }
  return true;
}

function isValidLongText(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Without zero bytes and white space at the end; a pattern would need quadratic time for long runs of them. */
export function withoutPadding(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(0, end);
}

interface LenientText {
  readonly text: string;
  /** How many bytes had to be taken as Windows-1252. */
  readonly replaced: number;
}

export function decodeLenientText(bytes: Uint8Array): LenientText {
  if (isValidText(bytes, 0, bytes.length)) return { text: lenient.decode(bytes), replaced: 0 };
  const { replaced, utf8Bytes } = measured(bytes);
  return { text: lenient.decode(repaired(bytes, utf8Bytes)), replaced };
}

/** What becomes of the bytes, before memory is taken for it. */
function measured(bytes: Uint8Array): { readonly replaced: number; readonly utf8Bytes: number } {
  let replaced = 0;
  let utf8Bytes = bytes.length;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at, bytes.length);
    if (length === 0) {
      replaced++;
      utf8Bytes += replacementOf(bytes[at]).length - 1;
    }
    at += Math.max(1, length);
  }
  return { replaced, utf8Bytes };
}

/** The same text in well-formed UTF-8. */
function repaired(bytes: Uint8Array, utf8Bytes: number): Uint8Array {
  const utf8 = new Uint8Array(utf8Bytes);
  for (let at = 0, to = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at, bytes.length);
    const piece = length === 0 ? replacementOf(bytes[at]) : bytes;
    const [from, count] = length === 0 ? [0, piece.length] : [at, length];
    for (let i = 0; i < count; i++) utf8[to + i] = piece[from + i] as number;
    to += count;
    at += Math.max(1, length);
  }
  return utf8;
}

const nothing = new Uint8Array(0);
const replacementOf = (byte = 0): Uint8Array => windows1252[byte] ?? nothing;

/** Length of the well-formed UTF-8 sequence at `at`, 0 when there is none (RFC 3629, section 4). */
function sequenceLength(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > end || !isSecondByte(lead, bytes[at + 1] as number)) return 0;
  for (let i = at + 2; i < at + length; i++) if (((bytes[i] as number) & 0xc0) !== 0x80) return 0;
  return length;
}

/** Behind some leads fewer bytes may follow: the others would be overlong forms, surrogates or beyond U+10FFFF. */
function isSecondByte(lead: number, byte: number): boolean {
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  return byte >= least && byte <= most;
}
