/**
 * A frame is what one group commit stores: built on the main thread, handed to the writer without a copy, written
 * to the journal as it is, and read again after a crash. Layout: docs/telemetry-engine.md.
 */
export const frameVersion = 1;
export const headerBytes = 12;
export const pointsOffset = 4;
export const textBytesOffset = 8;

/**
 * The low half of an operation's first byte; text kinds are their own code. The high half says whose point it is: so
 * many series after the previous one (keys of a device follow each other), or `explicitSeries`: its number follows.
 */
export const op = {
  float: 1,
  false: 2,
  true: 7,
  int32: 8,
  hundredths: 9,
  receipt: 10,
  arrival: 11,
  remove: 13,
  timeStep: 14,
  time: 15,
} as const;
export const explicitSeries = 15;

/** A text's length byte when four bytes with the real length follow. */
export const longText = 255;
