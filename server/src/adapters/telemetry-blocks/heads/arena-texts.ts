/** Longer texts are made anew each time: comparing them would cost as much. */
const worthComparing = 64;

/** Texts in an arena: their length (4 bytes) and their bytes. */
export class ArenaTexts {
  readonly #bytes: Uint8Array;
  readonly #buffer: Buffer;
  readonly #view: DataView;
  #last = "";
  #lastAt = -1;

  constructor(text: Uint8Array<SharedArrayBuffer>) {
    this.#bytes = text;
    this.#buffer = Buffer.from(text.buffer);
    this.#view = new DataView(text.buffer);
  }

  /** To be called before each read: the arena may hold other texts at the same place now. */
  startOver(): void {
    this.#lastAt = -1;
  }

  /** A state often repeats; then the string made for the previous point serves again. */
  at(offset: number): string {
    if (this.#lastAt >= 0 && this.#isSame(this.#lastAt, offset)) return this.#last;
    const start = offset + 4;
    this.#last = this.#buffer.toString("utf8", start, start + this.#view.getUint32(offset, true));
    this.#lastAt = offset;
    return this.#last;
  }

  #isSame(a: number, b: number): boolean {
    const length = this.#view.getUint32(a, true);
    if (this.#view.getUint32(b, true) !== length || length > worthComparing) return false;
    const bytes = this.#bytes;
    for (let i = 4; i < 4 + length; i++) if (bytes[a + i] !== bytes[b + i]) return false;
    return true;
  }
}
