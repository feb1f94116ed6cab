// Text of field files: declared UTF-8, but single Windows-1252 bytes occur (0xB0 for a degree sign). §3.4: every
// byte that is not part of a valid UTF-8 sequence is taken as Windows-1252; no file fails for this.

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const windows1252 = new TextDecoder("windows-1252");
const encoder = new TextEncoder();

export const encodeText = (text: string): Uint8Array => encoder.encode(text);

/** Text of bytes that are known to be valid UTF-8. */
export const decodeValidText = (bytes: Uint8Array): string => lenient.decode(bytes);

/** True when the bytes are well-formed UTF-8; plain ASCII is decided without a decoder. */
export function isValidText(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && (bytes[at] as number) < 0x80) at++;
  if (at === end) return true;
  try {
    strict.decode(bytes.subarray(at, end));
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
  let text = "";
  let replaced = 0;
  let validFrom = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    text += lenient.decode(bytes.subarray(validFrom, at)) + windows1252.decode(bytes.subarray(at, at + 1));
    replaced++;
    at++;
    validFrom = at;
  }
  return { text: text + lenient.decode(bytes.subarray(validFrom)), replaced };
}

/** Length of the well-formed UTF-8 sequence at `at`, 0 when there is none (overlong forms and surrogates included). */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (at + length > bytes.length) return 0;
  return isValidText(bytes, at, at + length) ? length : 0;
}
