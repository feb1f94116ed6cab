/** The form of the envelope itself; raised only when an older program could not read who sent what. */
const envelopeVersion = 1;

/** What crosses between nodes, of whatever release [CLU2]: who says it, and in which version of its subject. */
export interface Envelope {
  readonly from: string;
  readonly version: number;
  readonly body: Uint8Array;
}

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

export function sealed({ from, version, body }: Envelope): Uint8Array {
  const name = encoder.encode(from);
  const bytes = new Uint8Array(3 + name.length + body.length);
  bytes.set([envelopeVersion, version, name.length]);
  bytes.set(name, 3);
  bytes.set(body, 3 + name.length);
  return bytes;
}

/** Undefined when it is of a form that this program does not know, or no envelope at all. */
export function opened(bytes: Uint8Array): Envelope | undefined {
  const [form, version, length] = bytes;
  if (form !== envelopeVersion || version === undefined || length === undefined) return undefined;
  if (bytes.length < 3 + length) return undefined;
  return { from: decoder.decode(bytes.subarray(3, 3 + length)), version, body: bytes.subarray(3 + length) };
}
