import type { Readable } from "node:stream";

const keptCharacters = 4_096;

/** What a process said on its way out: of all it wrote only the end is kept. */
export class LastWords {
  #text = "";

  constructor(stream: Readable | null) {
    stream?.setEncoding("utf8");
    stream?.on("data", (text: string) => {
      this.#text = (this.#text + text).slice(-keptCharacters);
    });
  }

  /** Why it ended, in words for people: no path and no stack of ours. */
  reason(code: number | null, signal: NodeJS.Signals | null): Error {
    if (/heap out of memory|Fatal process out of memory/i.test(this.#text))
      return new Error("it wants more memory than it may have");
    const known = /\b(EMFILE|ENFILE|ENOMEM)\b/.exec(this.#text)?.[0];
    return new Error(known ?? `the reader ended (${signal ?? `code ${code}`})`);
  }
}
