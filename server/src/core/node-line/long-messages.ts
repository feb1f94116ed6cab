import { randomBytes } from "node:crypto";
import { monotonicMs } from "../../kernel/time.ts";
import { tooManyAsked } from "./errors.ts";

export const idBytes = 16;
/** Of one message that is cut, and of all that are being put together or fetched. */
const longestBytes = 64 * 1024 * 1024;
const keptBytes = 256 * 1024 * 1024;
/** Whoever does not fetch, or send, the rest within this has gone. */
const keptMs = 30_000;

interface Kept {
  readonly bytes: Uint8Array;
  readonly since: number;
  /** How much of it is there. */
  filled: number;
}

/** Messages that are longer than the wire takes, while they cross in parts. Bounded; what nobody fetches goes. */
export class LongMessages {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /** Keeps a whole one, to be fetched. */
  keep(bytes: Uint8Array): Uint8Array {
    const id = randomBytes(idBytes);
    this.#add(id.toString("hex"), { bytes, since: monotonicMs(), filled: bytes.length });
    return id;
  }

  /** A part of one that is being sent. */
  fill(id: Uint8Array, offset: number, total: number, part: Uint8Array): void {
    const name = Buffer.from(id).toString("hex");
    const known = this.#kept.get(name) ?? this.#begin(name, total);
    known.bytes.set(part, offset);
    known.filled += part.length;
  }

  #begin(name: string, total: number): Kept {
    if (total > longestBytes)
      throw new RangeError(`a message of ${total} bytes is too long for the line between nodes`);
    const begun = { bytes: new Uint8Array(total), since: monotonicMs(), filled: 0 };
    this.#add(name, begun);
    return begun;
  }

  #add(name: string, kept: Kept): void {
    for (const [old, { since }] of this.#kept) if (monotonicMs() - since > keptMs) this.#drop(old);
    if (this.#bytes + kept.bytes.length > keptBytes) throw tooManyAsked();
    this.#kept.set(name, kept);
    this.#bytes += kept.bytes.length;
  }

  #drop(name: string): void {
    this.#bytes -= this.#kept.get(name)?.bytes.length ?? 0;
    this.#kept.delete(name);
  }

  /** The part from there on, at most so long; the last one ends it. */
  part(id: Uint8Array, offset: number, atMost: number): Uint8Array {
    const name = Buffer.from(id).toString("hex");
    const bytes = this.#kept.get(name)?.bytes;
    if (!bytes) throw tooManyAsked(); // it was given up: asked again, there is another
    if (offset + atMost >= bytes.length) this.#drop(name);
    return bytes.subarray(offset, offset + atMost);
  }

  /** One that is complete. */
  take(id: Uint8Array): Uint8Array {
    const name = Buffer.from(id).toString("hex");
    const kept = this.#kept.get(name);
    this.#drop(name);
    if (!kept || kept.filled < kept.bytes.length) throw tooManyAsked();
    return kept.bytes;
  }
}
