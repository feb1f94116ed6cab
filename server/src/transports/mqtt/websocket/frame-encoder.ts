import { opcode } from "./frame-decoder.ts";

const finalFrame = 0x80;
const lengthIn16Bits = 126;
const lengthIn64Bits = 127;

/** What stands before a payload; a server does not mask (RFC 6455 §5.1). */
export function frameHeader(code: number, length: number): Buffer {
  if (length < lengthIn16Bits) return Buffer.from([finalFrame | code, length]);
  if (length < 65_536) return Buffer.from([finalFrame | code, lengthIn16Bits, length >> 8, length & 0xff]);
  const header = Buffer.alloc(10);
  header[0] = finalFrame | code;
  header[1] = lengthIn64Bits;
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}

export const pongFrame = (payload: Buffer): Buffer =>
  Buffer.concat([frameHeader(opcode.pong, payload.length), payload]);

export const closeFrame = (code: number): Buffer =>
  Buffer.concat([frameHeader(opcode.close, 2), Buffer.from([code >> 8, code & 0xff])]);
