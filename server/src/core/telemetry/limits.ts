/** Keys are 1–256 characters, counted as code points [TEL3]. */
export const maxKeyLength = 256;

/** Times a JavaScript date can hold: ±100 million days around 1970. */
export const maxAbsoluteTs = 8.64e15;

/** Nested values deeper than this are refused: nobody measures them, and recursion has to end somewhere. */
export const maxJsonDepth = 256;

/**
 * Digits of an integer that is kept. Reading and writing one costs the square of its length: a million digits are
 * seconds of the main thread, and no instrument counts beyond a few dozen.
 */
export const maxIntegerDigits = 1_024;

/** An aggregate returns every bucket, up to this many [TEL2]. */
export const maxBuckets = 100_000;
