import { answerOf, answerOfError, bodyOf } from "./answer.ts";
import { type Envelope, opened, sealed } from "./envelope.ts";
import { notReached, otherRelease, tooLong, tooManyAsked } from "./errors.ts";
import { type Wire, WireError } from "./wire.ts";

export interface LineTerms {
  /** Whose line it is: two installations on one server do not hear each other. */
  readonly installation: string;
  readonly node: string;
  readonly timeoutMs: number;
  /** Questions of ours that wait for an answer. */
  readonly maxAsked: number;
  /** Questions of others that are being worked on. */
  readonly maxAnswering: number;
  /** Told of an answer that failed, and of what could not be understood. */
  readonly onTrouble: (error: unknown) => void;
}

/** What is said or asked: its name and the version of what is in it. */
export interface Topic {
  readonly name: string;
  readonly version: number;
}

/** Older versions than `topic.version` are understood as well, or refused by who answers; newer ones never get here. */
type Answer = (asked: Envelope) => Promise<Uint8Array>;
type Listener = (said: Envelope) => void;

/**
 * What nodes say to and ask of each other. Everything that crosses has a version: a node of an older release refuses what it does not
 * know yet, and leaves out what it need not hear. Bounded on both sides; nothing that waits does so without an end.
 */
export class NodeLine {
  readonly #wire: Wire;
  readonly #terms: LineTerms;
  #asked = 0;
  #answering = 0;

  constructor(wire: Wire, terms: LineTerms) {
    this.#wire = wire;
    this.#terms = terms;
  }

  get isConnected(): boolean {
    return this.#wire.isConnected;
  }

  #subjectOf(topic: string, node?: string): string {
    const { installation } = this.#terms;
    return node === undefined ? `helio.${installation}.all.${topic}` : `helio.${installation}.node.${node}.${topic}`;
  }

  #sealed(version: number, body: Uint8Array): Uint8Array {
    const bytes = sealed({ from: this.#terms.node, version, body });
    if (bytes.length > this.#wire.maxBytes) throw tooLong(bytes.length, this.#wire.maxBytes);
    return bytes;
  }

  /** Rejects with a refusal of the other node, or that it was not reached. */
  async ask(node: string, { name, version }: Topic, body: Uint8Array): Promise<Uint8Array> {
    const { timeoutMs, maxAsked } = this.#terms;
    if (this.#asked >= maxAsked) throw tooManyAsked();
    const bytes = this.#sealed(version, body);
    this.#asked++;
    try {
      return bodyOf(await this.#wire.request(this.#subjectOf(name, node), bytes, timeoutMs));
    } catch (error) {
      throw error instanceof WireError ? notReached(error.trouble, error) : error;
    } finally {
      this.#asked--;
    }
  }

  /** Answers what others ask of this node. */
  answer({ name, version }: Topic, answer: Answer): () => void {
    return this.#wire.listen(this.#subjectOf(name, this.#terms.node), (bytes, reply) => {
      void this.#answered(bytes, version, answer).then((answered) => reply?.(answered));
    });
  }

  async #answered(bytes: Uint8Array, version: number, answer: Answer): Promise<Uint8Array> {
    const asked = opened(bytes);
    if (!asked || asked.version > version) return answerOfError(otherRelease());
    if (this.#answering >= this.#terms.maxAnswering) return answerOfError(tooManyAsked());
    this.#answering++;
    try {
      return this.#fitting(answerOf(await answer(asked)));
    } catch (error) {
      this.#terms.onTrouble(error);
      return answerOfError(error);
    } finally {
      this.#answering--;
    }
  }

  #fitting(answer: Uint8Array): Uint8Array {
    if (answer.length > this.#wire.maxBytes) throw tooLong(answer.length, this.#wire.maxBytes);
    return answer;
  }

  /** Tells all other nodes that are there; who is not misses it, and finds out from the database. */
  publish({ name, version }: Topic, body: Uint8Array): void {
    if (this.#wire.isConnected) this.#wire.publish(this.#subjectOf(name), this.#sealed(version, body));
  }

  /** Hears what other nodes publish; what is newer than `version` is left out. */
  subscribe({ name, version }: Topic, hear: Listener): () => void {
    return this.#wire.listen(this.#subjectOf(name), (bytes) => {
      const said = opened(bytes);
      if (!said || said.version > version || said.from === this.#terms.node) return;
      try {
        hear(said);
      } catch (error) {
        this.#terms.onTrouble(error);
      }
    });
  }

  /** What was published and subscribed to before has reached the server. */
  settled(): Promise<void> {
    return this.#wire.settled();
  }

  close(): Promise<void> {
    return this.#wire.close();
  }
}
