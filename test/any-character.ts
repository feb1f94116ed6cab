import fc from "fast-check";

/** Halves of pairs are no characters. */
const surrogates = { first: 0xd800, count: 0x800 };
const otherCodePoints = 0x110000 - surrogates.count;

const characterAt = (place: number): string =>
  String.fromCodePoint(place < surrogates.first ? place : place + surrogates.count);

/**
 * Every character there is, half of them such as JSON and protocols have their own ways with. As the library's unit
 * "binary", which makes a table of a million entries first: more than a second in each process.
 */
export const anyCharacter = fc.oneof(fc.nat(0x7f), fc.nat(otherCodePoints - 1)).map(characterAt);
