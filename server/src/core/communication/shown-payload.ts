/** What is kept of a message that was refused, for whoever finds out why: its beginning, without what nobody should read there. */
export function shownPayload(payload: Uint8Array, atMost: number): string | null {
  if (payload.length === 0 || atMost === 0) return null;
  const beginning = payload.subarray(0, atMost);
  const text = textOf(beginning, payload.length > atMost);
  const shown = text === undefined ? hexOf(beginning) : withoutSecrets(text);
  return payload.length > atMost ? `${shown}…` : shown;
}

/** Undefined where it is no text; a character that is cut in two at the end is left out. */
function textOf(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
    return isReadable(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Control characters other than those that lay text out say that it is none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about them
const isReadable = (text: string): boolean => !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text);

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex");

const member = /("(?:[^"\\]|\\.){1,100}"\s*:\s*)("(?:[^"\\]|\\.)*"?|[^\s,{}[\]"]+)/g;
const secretName = /pass(?:word|wd|phrase)?"|pwd|secret|token|credential|authorization|api[-_]?key|private[-_]?key/i;

/** Values whose names say that they are secrets; the name is what whoever reads it needs. */
const withoutSecrets = (text: string): string =>
  text.replace(member, (whole, name: string) => (secretName.test(name) ? `${name}"…"` : whole));
