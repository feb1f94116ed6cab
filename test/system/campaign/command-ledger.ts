import type { CommandRecord } from "@heliograph/contract";
import type { Finding } from "./party.ts";

/** Commands by their text, each of which is used once. */
export class CommandLedger {
  readonly answered = new Set<string>();
  /** Whoever cancels a task that is out already may still get its answer. */
  readonly unwanted = new Set<string>();
  readonly cancelled = new Set<string>();
  readonly #owner: string;
  readonly #queued = new Map<string, number>();
  readonly #waiting = new Set<string>();
  readonly #taken = new Set<string>();
  #interruptions = 0;
  #findings: Finding[] = [];

  constructor(owner: string) {
    this.#owner = owner;
  }

  /** Acknowledged to whoever queued them, and still to come. */
  get waiting(): ReadonlySet<string> {
    return this.#waiting.difference(this.cancelled);
  }

  queued(text: string, messageId: number): void {
    this.#queued.set(text, messageId);
    if (!this.#taken.has(text)) this.#waiting.add(text);
  }

  /** A task arrived; those in `gone` were cancelled before it was asked for. */
  take(text: string, gone: ReadonlySet<string>): void {
    if (this.#taken.has(text)) this.found("doubled", `the task ${text}`);
    if (gone.has(text)) this.found("returned", `the cancelled task ${text}`);
    this.#arrived(text);
  }

  /** The same sending once more, and said to be: the node cannot know that it has arrived. */
  takeRepeated(text: string): void {
    this.#arrived(text);
  }

  /** A contact whose answer did not come: what it was to bring went out, and goes out once. */
  interrupted(): void {
    this.#interruptions++;
  }

  found(kind: Finding["kind"], what: string): void {
    this.#findings.push({ kind, what });
  }

  compare(there: readonly CommandRecord[], last: number, answerTo: (text: string) => string): Finding[] {
    const byText = new Map(there.map((command) => [textOf(command), command]));
    if (byText.size < there.length) this.found("doubled", "the text of a command");
    for (const [text, messageId] of this.#queued)
      if (byText.get(text)?.messageId !== messageId) this.found("lost", `the command ${text}`);
    for (const text of this.answered) this.#compareAnswer(text, byText.get(text), answerTo(text));
    for (const [text, { status }] of byText) this.#compareStatus(text, status, last);
    this.#compareLost(there);
    return this.#findings.splice(0);
  }

  /** Nothing is still to come of what was queued, or went out. */
  isQuiet(there: readonly CommandRecord[]): boolean {
    return this.waiting.size === 0 && this.#lostOf(there).length === 0;
  }

  #arrived(text: string): void {
    if (!text.startsWith(`${this.#owner} `)) this.found("foreign", `the task ${text}`);
    this.#taken.add(text);
    this.#waiting.delete(text);
  }

  #compareAnswer(text: string, command: CommandRecord | undefined, expected: string): void {
    const { status, answer } = command ?? {};
    const isClosed = status === "DONE" || (status === "CANCELLED" && this.unwanted.has(text));
    if (!isClosed || answer !== expected) this.found("lost", `the answer to ${text}: ${status} ${answer}`);
  }

  #compareStatus(text: string, status: string, last: number): void {
    const number = Number(text.slice(this.#owner.length + 1));
    const isOwn = text.startsWith(`${this.#owner} `) && number >= 1 && number <= last;
    if (!isOwn) this.found("foreign", `the command ${text}`);
    if (status === "QUEUED" && this.#taken.has(text)) this.found("returned", `${text} is queued`);
    if (status === "QUEUED" && this.cancelled.has(text)) this.found("returned", `${text} waits`);
  }

  /** What is out and has not arrived. */
  #lostOf(there: readonly CommandRecord[]): string[] {
    const out = there.filter(({ status }) => status !== "QUEUED" && status !== "CANCELLED").map(textOf);
    return out.filter((text) => !this.#taken.has(text));
  }

  /** At most one for each contact that was interrupted. */
  #compareLost(there: readonly CommandRecord[]): void {
    const lost = this.#lostOf(there);
    for (const text of lost) this.#waiting.delete(text);
    if (lost.length > this.#interruptions)
      this.found("lost", `${lost.length} tasks of ${this.#interruptions} interrupted contacts: ${lost.at(-1)}`);
  }
}

const textOf = ({ parameters }: CommandRecord): string => String(parameters["text"] ?? parameters["params"]);
