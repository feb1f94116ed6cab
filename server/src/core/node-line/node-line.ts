import { randomBytes } from "node:crypto";
import { AppError } from "../../kernel/errors.ts";
import { answerOf, answerOfError, bodyOf, longAnswerIn, longAnswerOf } from "./answer.ts";
import { type Envelope, opened, sealed } from "./envelope.ts";
import { brokenAnswer, notReached, otherRelease, tooLong, tooManyAsked } from "./errors.ts";
import { idBytes, LongMessages } from "./long-messages.ts";
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

/** Of each part of a message that is longer than the wire takes: room for its envelope. */
const envelopeBytes = 1_024;
const partTopic = { name: "line-part", version: 1 } as const;
const wholeTopic = { name: "line-whole", version: 1 } as const;
const restTopic = { name: "line-rest", version: 1 } as const;

/**
 * What nodes say to and ask of each other. Everything that crosses has a version: a node of an older release refuses what it does not
 * know yet, and leaves out what it need not hear. Bounded on both sides; nothing that waits does so without an end.
 */
export class NodeLine {
  readonly #wire: Wire;
  readonly #terms: LineTerms;
  readonly #answers = new Map<string, { readonly version: number; readonly answer: Answer }>();
  readonly #long = new LongMessages();
  /** Who waits for an answer, by who is to give it. */
  readonly #waiting = new Map<string, Set<(error: WireError) => void>>();
  #asked = 0;
  #answering = 0;

  constructor(wire: Wire, terms: LineTerms) {
    this.#wire = wire;
    this.#terms = terms;
    this.answer(partTopic, async ({ body }) => this.#takePart(body));
    this.answer(restTopic, async ({ body }) => this.#restOf(body));
    this.answer(wholeTopic, async (asked) => this.#answerWhole(asked));
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

  get #partBytes(): number {
    return this.#wire.maxBytes - envelopeBytes;
  }

  /** Rejects with a refusal of the other node, or that it was not reached. */
  async ask(node: string, topic: Topic, body: Uint8Array): Promise<Uint8Array> {
    if (this.#asked >= this.#terms.maxAsked) throw tooManyAsked();
    this.#asked++;
    try {
      const isLong = body.length > this.#partBytes;
      const answer = await (isLong ? this.#askLong(node, topic, body) : this.#request(node, topic, body));
      const long = longAnswerIn(answer);
      return bodyOf(long ? await this.#fetched(node, long.id, long.total) : answer);
    } catch (error) {
      throw error instanceof WireError ? notReached(error.trouble, error) : error;
    } finally {
      this.#asked--;
    }
  }

  #request(node: string, { name, version }: Topic, body: Uint8Array): Promise<Uint8Array> {
    const asked = this.#wire.request(this.#subjectOf(name, node), this.#sealed(version, body), this.#terms.timeoutMs);
    const waiting = this.#waiting.get(node) ?? new Set();
    this.#waiting.set(node, waiting);
    return new Promise((resolve, reject) => {
      waiting.add(reject);
      asked.then(resolve, reject).finally(() => waiting.delete(reject));
    });
  }

  /** The nodes that live: whoever waits for another one is told that it does not answer, and what it was asked is asked elsewhere [CLU4]. */
  present(nodes: readonly string[]): void {
    for (const [node, waiting] of this.#waiting) {
      if (nodes.includes(node)) continue;
      this.#waiting.delete(node);
      for (const giveUp of waiting) giveUp(new WireError("silent"));
    }
  }

  /** Its parts first, then what is asked with all of them. */
  async #askLong(node: string, { name, version }: Topic, body: Uint8Array): Promise<Uint8Array> {
    const id = randomBytes(idBytes);
    for (let offset = 0; offset < body.length; offset += this.#partBytes) {
      const head = Buffer.alloc(8);
      head.writeUInt32LE(offset, 0);
      head.writeUInt32LE(body.length, 4);
      const part = body.subarray(offset, offset + this.#partBytes);
      bodyOf(await this.#request(node, partTopic, Buffer.concat([id, head, part])));
    }
    return this.#request(node, wholeTopic, Buffer.concat([id, Buffer.from([version]), Buffer.from(name)]));
  }

  #takePart(body: Uint8Array): Uint8Array {
    const head = Buffer.from(body.buffer, body.byteOffset + idBytes, 8);
    this.#long.fill(body.subarray(0, idBytes), head.readUInt32LE(0), head.readUInt32LE(4), body.subarray(idBytes + 8));
    return new Uint8Array();
  }

  async #answerWhole({ from, body }: Envelope): Promise<Uint8Array> {
    const version = body[idBytes] ?? 0;
    const known = this.#answers.get(new TextDecoder().decode(body.subarray(idBytes + 1)));
    const whole = this.#long.take(body.subarray(0, idBytes));
    if (!known || version > known.version) throw otherRelease();
    return known.answer({ from, version, body: whole });
  }

  async #fetched(node: string, id: Uint8Array, total: number): Promise<Uint8Array> {
    const whole = new Uint8Array(total);
    for (let offset = 0; offset < total; ) {
      const at = Buffer.alloc(4);
      at.writeUInt32LE(offset);
      const part = bodyOf(await this.#request(node, restTopic, Buffer.concat([id, at])));
      if (part.length === 0) throw brokenAnswer();
      whole.set(part, offset);
      offset += part.length;
    }
    return whole;
  }

  #restOf(body: Uint8Array): Uint8Array {
    const offset = Buffer.from(body.buffer, body.byteOffset + idBytes, 4).readUInt32LE(0);
    return this.#long.part(body.subarray(0, idBytes), offset, this.#partBytes);
  }

  /** Answers what others ask of this node. */
  answer({ name, version }: Topic, answer: Answer): () => void {
    this.#answers.set(name, { version, answer });
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
      if (!(error instanceof AppError)) this.#terms.onTrouble(error); // what is refused is told to who asked
      return answerOfError(error);
    } finally {
      this.#answering--;
    }
  }

  #fitting(answer: Uint8Array): Uint8Array {
    if (answer.length <= this.#partBytes + 1) return answer;
    return longAnswerOf({ id: this.#long.keep(answer), total: answer.length });
  }

  /** Tells one node, if it is there; what it misses it has to find out otherwise. */
  tell(node: string, { name, version }: Topic, body: Uint8Array): void {
    if (this.#wire.isConnected) this.#wire.publish(this.#subjectOf(name, node), this.#sealed(version, body));
  }

  /** Hears what is told to this node. */
  hear({ name, version }: Topic, hear: Listener): () => void {
    return this.#wire.listen(this.#subjectOf(name, this.#terms.node), (bytes) => this.#heard(bytes, version, hear));
  }

  /** Tells all other nodes that are there; who is not misses it, and finds out from the database. */
  publish({ name, version }: Topic, body: Uint8Array): void {
    if (this.#wire.isConnected) this.#wire.publish(this.#subjectOf(name), this.#sealed(version, body));
  }

  /** Hears what other nodes publish; what is newer than `version` is left out. */
  subscribe({ name, version }: Topic, hear: Listener): () => void {
    return this.#wire.listen(this.#subjectOf(name), (bytes) => this.#heard(bytes, version, hear));
  }

  #heard(bytes: Uint8Array, version: number, hear: Listener): void {
    const said = opened(bytes);
    if (!said || said.version > version || said.from === this.#terms.node) return;
    try {
      hear(said);
    } catch (error) {
      this.#terms.onTrouble(error);
    }
  }

  /** What was published and subscribed to before has reached the server. */
  settled(): Promise<void> {
    return this.#wire.settled();
  }

  close(): Promise<void> {
    return this.#wire.close();
  }
}
