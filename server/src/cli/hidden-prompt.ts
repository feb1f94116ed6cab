import { createInterface, type Interface } from "node:readline/promises";
import { type Readable, Writable } from "node:stream";
import { CommandError } from "./failure.ts";

/** Asks on a terminal without showing what is typed: the line editor's echo goes nowhere. */
export class HiddenPrompt implements Disposable {
  readonly #lines: Interface;
  readonly #shown: Writable;
  readonly #closed: Promise<never>;

  constructor(input: Readable, shown: Writable) {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    this.#shown = shown;
    this.#lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
    this.#closed = new Promise((_, reject) => {
      // Ctrl-C and Ctrl-D close the editor, and a question that waits would wait for ever.
      this.#lines.once("close", () => reject(new CommandError("Interrupted; nothing was changed.")));
    });
    this.#closed.catch(() => undefined);
  }

  async ask(question: string): Promise<string> {
    this.#shown.write(question);
    try {
      return await Promise.race([this.#lines.question(""), this.#closed]);
    } finally {
      this.#shown.write("\n");
    }
  }

  [Symbol.dispose](): void {
    this.#lines.close();
  }
}
