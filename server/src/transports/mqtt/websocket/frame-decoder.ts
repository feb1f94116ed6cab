/** RFC 6455 §5.2 */
export const opcode = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
/** RFC 6455 §7.4.1 */
export const closeCode = { normal: 1_000, protocolError: 1_002, unsupportedData: 1_003 } as const;

const controlBit = 0x08;
const longestControl = 125;
const lengthIn16Bits = 126;
const maskBytes = 4;

/** The peer broke the rules of WebSocket; the code is told when closing. */
export class WebSocketFault extends Error {
  override readonly name = "WebSocketFault";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Who hears what is in the frames. */
export interface FrameListener {
  /** A piece of a binary message; where frames and messages begin and end means nothing [MQTT-6.0.0-2]. */
  payload(bytes: Buffer): void;
  control(code: number, payload: Buffer): void;
}

interface Frame {
  readonly code: number;
  readonly mask: Buffer;
  readonly length: number;
  /** Bytes of the payload seen so far. */
  seen: number;
}

/**
 * Takes WebSocket frames apart as their bytes come. Nothing of a message is gathered: however long one is, it costs no
 * memory, and the packets in it are bounded by whoever reads them [MQ8].
 */
export class FrameDecoder {
  readonly #listener: FrameListener;
  /** The beginning of a header, or of a control frame, that is not complete. */
  #rest: Buffer = Buffer.alloc(0);
  #frame: Frame | undefined;
  #inMessage = false;

  constructor(listener: FrameListener) {
    this.#listener = listener;
  }

  /** The bytes are changed: payloads are unmasked where they are. */
  push(chunk: Buffer): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (let left = this.#step(bytes); left !== bytes; left = this.#step(bytes)) bytes = left;
    this.#rest = bytes;
  }

  /** What is left of the bytes; the same when there are too few of them. */
  #step(bytes: Buffer): Buffer {
    if (bytes.length === 0) return bytes;
    if (!this.#frame) return this.#header(bytes);
    return this.#frame.code & controlBit ? this.#control(bytes, this.#frame) : this.#data(bytes, this.#frame);
  }

  #header(bytes: Buffer): Buffer {
    const [first = 0, second = 0] = bytes;
    if (bytes.length < 2) return bytes;
    const lengthBytes = (second & 0x7f) === lengthIn16Bits ? 2 : (second & 0x7f) > lengthIn16Bits ? 8 : 0;
    const end = 2 + lengthBytes + maskBytes;
    this.#check(first, second);
    if (bytes.length < end) return bytes;
    const length = lengthOf(bytes, lengthBytes);
    if (!(first & controlBit)) this.#inMessage = (first & 0x80) === 0;
    this.#frame = { code: first & 0x0f, mask: Buffer.from(bytes.subarray(end - maskBytes, end)), length, seen: 0 };
    if (length === 0) this.#finish(Buffer.alloc(0));
    return bytes.subarray(end);
  }

  #check(first: number, second: number): void {
    const code = first & 0x0f;
    if (first & 0x70) throw fault("extensions were not agreed on");
    if (!(second & 0x80)) throw fault("a client has to mask its frames"); // RFC 6455 §5.1
    if (code & controlBit) {
      if (code > opcode.pong || !(first & 0x80) || (second & 0x7f) > longestControl) throw fault("bad control frame");
    } else if (code === opcode.text && !this.#inMessage) {
      throw new WebSocketFault(closeCode.unsupportedData, "MQTT comes in binary frames"); // [MQTT-6.0.0-1]
    } else if (code !== (this.#inMessage ? opcode.continuation : opcode.binary)) {
      throw fault("a frame that cannot come here");
    }
  }

  #data(bytes: Buffer, frame: Frame): Buffer {
    const payload = bytes.subarray(0, frame.length - frame.seen);
    unmask(payload, frame);
    frame.seen += payload.length;
    if (frame.seen === frame.length) this.#frame = undefined;
    this.#listener.payload(payload);
    return bytes.subarray(payload.length);
  }

  #control(bytes: Buffer, frame: Frame): Buffer {
    if (bytes.length < frame.length) return bytes;
    const payload = bytes.subarray(0, frame.length);
    unmask(payload, frame);
    this.#finish(payload);
    return bytes.subarray(frame.length);
  }

  #finish(payload: Buffer): void {
    const code = this.#frame?.code ?? 0;
    this.#frame = undefined;
    if (code & controlBit) this.#listener.control(code, payload);
  }
}

const fault = (message: string) => new WebSocketFault(closeCode.protocolError, message);

function lengthOf(bytes: Buffer, lengthBytes: number): number {
  if (lengthBytes === 0) return (bytes[1] ?? 0) & 0x7f;
  if (lengthBytes === 2) return bytes.readUInt16BE(2);
  const length = bytes.readUInt32BE(2) * 2 ** 32 + bytes.readUInt32BE(6);
  if (!Number.isSafeInteger(length)) throw fault("a frame of impossible length");
  return length;
}

function unmask(payload: Buffer, { mask, seen }: Frame): void {
  for (let at = 0; at < payload.length; at++) payload[at] = (payload[at] ?? 0) ^ (mask[(seen + at) & 3] ?? 0);
}
