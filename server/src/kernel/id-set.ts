/** Characters of an id as text: a UUID in lower case. */
const idLength = 36;

const digits = new Uint8Array(128);
for (let value = 0; value < 16; value++) digits[value.toString(16).charCodeAt(0)] = value;

const digitAt = (text: string, at: number): number => digits[text.charCodeAt(at) & 127] as number;
const fourAt = (text: string, at: number): number =>
  (digitAt(text, at) << 12) | (digitAt(text, at + 1) << 8) | (digitAt(text, at + 2) << 4) | digitAt(text, at + 3);
const wordAt = (text: string, high: number, low: number): number => (fourAt(text, high) << 16) | fourAt(text, low);

/** An id is 8-4-4-4-12 digits; these are its four words. */
const firstAt = (text: string, at: number): number => wordAt(text, at, at + 4);
const secondAt = (text: string, at: number): number => wordAt(text, at + 9, at + 14);
const thirdAt = (text: string, at: number): number => wordAt(text, at + 19, at + 24);
const fourthAt = (text: string, at: number): number => wordAt(text, at + 28, at + 32);

const twoDigits = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, "0"));
const high = (word: number): string => `${twoDigits[word >>> 24]}${twoDigits[(word >>> 16) & 255]}`;
const low = (word: number): string => `${twoDigits[(word >>> 8) & 255]}${twoDigits[word & 255]}`;

const smallest = 64;

/**
 * A set of ids without an object per id: what a filter finds among 100,000 devices is put together from such sets. An
 * id is four words in a table with open addressing, and ids are read out of the text a database sends.
 */
export class IdSet<T extends string = string> implements Iterable<T> {
  #words: Int32Array;
  #used: Uint8Array;
  #mask: number;
  #size = 0;

  constructor(expected = 0) {
    const capacity = capacityFor(expected);
    this.#words = new Int32Array(capacity * 4);
    this.#used = new Uint8Array(capacity);
    this.#mask = capacity - 1;
  }

  static of<T extends string>(ids: Iterable<T>): IdSet<T> {
    const set = new IdSet<T>();
    for (const id of ids) set.add(id);
    return set;
  }

  get size(): number {
    return this.#size;
  }

  add(id: T): void {
    this.addAt(id, 0);
  }

  has(id: T): boolean {
    return this.hasAt(id, 0);
  }

  /** The id that begins there in a longer text. */
  addAt(text: string, at: number): void {
    this.#insert(firstAt(text, at), secondAt(text, at), thirdAt(text, at), fourthAt(text, at));
  }

  hasAt(text: string, at: number): boolean {
    return this.#used[this.#slotOf(firstAt(text, at), secondAt(text, at), thirdAt(text, at), fourthAt(text, at))] === 1;
  }

  /** Those that are in both. */
  and(other: IdSet<T>): IdSet<T> {
    const [few, many] = this.#size <= other.#size ? [this, other] : [other, this];
    return few.#filtered((slot) => many.#used[many.#slotOfCopy(few.#words, slot)] === 1);
  }

  /** Those that are in this one alone. */
  without(other: IdSet<T>): IdSet<T> {
    return this.#filtered((slot) => other.#used[other.#slotOfCopy(this.#words, slot)] === 0);
  }

  /** Takes the others in. */
  addAll(other: IdSet<T>): void {
    for (let slot = 0; slot < other.#used.length; slot++) if (other.#used[slot] === 1) this.#copy(other.#words, slot);
  }

  *[Symbol.iterator](): Generator<T> {
    for (let slot = 0; slot < this.#used.length; slot++) if (this.#used[slot] === 1) yield this.#textOf(slot) as T;
  }

  #filtered(keeps: (slot: number) => boolean): IdSet<T> {
    const kept = new IdSet<T>();
    for (let slot = 0; slot < this.#used.length; slot++)
      if (this.#used[slot] === 1 && keeps(slot)) kept.#copy(this.#words, slot);
    return kept;
  }

  #copy(words: Int32Array, slot: number): void {
    const at = slot * 4;
    this.#insert(words[at] as number, words[at + 1] as number, words[at + 2] as number, words[at + 3] as number);
  }

  #slotOfCopy(words: Int32Array, slot: number): number {
    const at = slot * 4;
    return this.#slotOf(words[at] as number, words[at + 1] as number, words[at + 2] as number, words[at + 3] as number);
  }

  #insert(a: number, b: number, c: number, d: number): void {
    const slot = this.#slotOf(a, b, c, d);
    if (this.#used[slot] === 1) return;
    this.#used[slot] = 1;
    const [words, at] = [this.#words, slot * 4];
    words[at] = a;
    words[at + 1] = b;
    words[at + 2] = c;
    words[at + 3] = d;
    this.#size++;
    if (this.#size * 2 > this.#used.length) this.#grow();
  }

  /** Where it is, or where it would be put. */
  #slotOf(a: number, b: number, c: number, d: number): number {
    const words = this.#words;
    let slot = Math.imul(a ^ b ^ c ^ d, 0x9e3779b1) & this.#mask;
    while (this.#used[slot] === 1) {
      const at = slot * 4;
      if (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d) return slot;
      slot = (slot + 1) & this.#mask;
    }
    return slot;
  }

  #grow(): void {
    const [words, used] = [this.#words, this.#used];
    this.#words = new Int32Array(words.length * 2);
    this.#used = new Uint8Array(used.length * 2);
    this.#mask = this.#used.length - 1;
    this.#size = 0;
    for (let slot = 0; slot < used.length; slot++) if (used[slot] === 1) this.#copy(words, slot);
  }

  #textOf(slot: number): string {
    const words = this.#words;
    const [a, b] = [words[slot * 4] as number, words[slot * 4 + 1] as number];
    const [c, d] = [words[slot * 4 + 2] as number, words[slot * 4 + 3] as number];
    return `${high(a)}${low(a)}-${high(b)}-${low(b)}-${high(c)}-${low(c)}${high(d)}${low(d)}`;
  }
}

const capacityFor = (expected: number): number => {
  let capacity = smallest;
  while (capacity < expected * 2) capacity *= 2;
  return capacity;
};

/** How many ids stand in a text, one comma between each two. */
export const idsInText = (text: string): number => Math.ceil(text.length / (idLength + 1));

/** Where the id of this place begins in such a text. */
export const placeInText = (index: number): number => index * (idLength + 1);

/** The id of this place in such a text. */
export const idInText = (text: string, index: number): string =>
  text.slice(placeInText(index), placeInText(index) + idLength);
