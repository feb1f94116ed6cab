// Control bytes (§4.1): bits 0 to 6 are the block type, bit 7 says that a sample count is written.

export const blockType = {
  reserved: 0,
  trustedTimestamp: 1,
  timebaseRealign: 2,
  statusEvent: 3,
  messageEvent: 4,
  continuedData: 5,
  startData: 6,
  relativeStamps: 7,
  absoluteStamps: 8,
  signature: 9,
} as const;

export const countedBit = 0x80;
export const typeBits = 0x7f;

/** Reserved channel indices (§4). */
export const infoChannel = 0xffff;
export const signatureChannel = 0xfffe;

/** The largest index a channel may have (§3.2). */
export const maxChannelIndex = 0xfffd;

/** Sizes of the fields in front of the samples. */
export const indexBytes = 2;
export const controlBytes = 1;
export const timeBytes = 8;
export const rateBytes = 8;
export const countBytes = 4;
export const messageLengthBytes = 4;
export const deltaBytes = 4;
export const crcBytes = 4;
