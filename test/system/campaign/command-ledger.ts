import type { CommandRecord } from "@heliograph/contract";
import type { Finding } from "./party.ts";

/** Commands by their text, each of which is used once. */
export class CommandLedger {
  readonly queued = new Map<string, number>();
  /** Whoever cancels a task that is out already may still get its answer. */
  readonly unwanted = new Set<string>();
  readonly cancelled = new Set<string>();
  readonly answered = new Set<string>();
  readonly #owner: string;
  readonly #taken = new Set<string>();
  #findings: Finding[] = [];

  constructor(owner: string) {
    this.#owner = owner;
  }

  get waiting(): number {
    return this.queued.size - this.#taken.size - this.cancelled.size;
  }

  /** A task arrived; those in `gone` were cancelled before it was asked for. */
  take(text: string, gone: ReadonlySet<string>): void {
    if (!text.startsWith(`${this.#owner} `)) this.#findings.push({ kind: "foreign", what: `the task ${text}` });
    if (this.#taken.has(text)) this.#findings.push({ kind: "doubled", what: `the task ${text}` });
    if (gone.has(text)) this.#findings.push({ kind: "returned", what: `the cancelled task ${text}` });
    this.#taken.add(text);
  }

  compare(there: readonly CommandRecord[], last: number, answerTo: (text: string) => string): Finding[] {
    const byText = new Map(there.map((command) => [textOf(command), command]));
    const findings = this.#findings;
    this.#findings = [];
    if (byText.size < there.length) findings.push({ kind: "doubled", what: "the text of a command" });
    for (const [text, messageId] of this.queued)
      if (byText.get(text)?.messageId !== messageId) findings.push({ kind: "lost", what: `the command ${text}` });
    for (const text of this.answered) {
      const { status, answer } = byText.get(text) ?? {};
      const isClosed = status === "DONE" || (status === "CANCELLED" && this.unwanted.has(text));
      if (!isClosed || answer !== answerTo(text))
        findings.push({ kind: "lost", what: `the answer to ${text}: ${status} ${answer}` });
    }
    for (const [text, { status }] of byText) {
      const number = Number(text.slice(this.#owner.length + 1));
      const isOwn = text.startsWith(`${this.#owner} `) && number >= 1 && number <= last;
      if (!isOwn) findings.push({ kind: "foreign", what: `the command ${text}` });
      if (status === "QUEUED" && this.#taken.has(text)) findings.push({ kind: "returned", what: `${text} is queued` });
      if (status === "QUEUED" && this.cancelled.has(text)) findings.push({ kind: "returned", what: `${text} waits` });
    }
    return findings;
  }
}

const textOf = ({ parameters }: CommandRecord): string => String(parameters["text"]);
