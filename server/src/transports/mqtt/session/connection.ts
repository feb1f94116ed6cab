import type { Duplex } from "node:stream";
import { monotonicMs } from "../../../kernel/time.ts";
import type { UnauthenticatedPeer } from "../../unauthenticated-peers.ts";
import { lingerMs, outputHighWater } from "../mqtt-limits.ts";
import type { AckKind } from "../wire/encode.ts";
import { FrameError, FrameReader } from "../wire/frame-reader.ts";
import { AckQueue, type AckSlot } from "./ack-queue.ts";
import type { Reader } from "./in-flight-budget.ts";
import type { PacketScheduler, ScheduledReader } from "./packet-scheduler.ts";
import type { Flushable, TurnEnd } from "./turn-end.ts";

/** Why a connection is not read for now; several may hold at once. */
export const hold = {
  connecting: 1,
  inFlight: 2,
  output: 4,
  budget: 8,
  rate: 16,
  saving: 32,
  asking: 64,
  noRoom: 128,
  turn: 256,
} as const;

const tooMuchHeld = () =>
  new FrameError("too-large", "Too much is held for connections that have not said who they are");
const nothing: readonly Buffer[] = [];

/** How a connection came to its end, in words for the communication log. */
export interface Ending {
  readonly by: "client" | "server" | "network";
  readonly words: string;
  /** The client said goodbye properly: its will is not published [MQTT-3.1.2-10]. */
  readonly withoutWill: boolean;
  /** Nothing was heard for too long: it may have been gone for a while. */
  readonly isTimeout?: boolean;
}

/** Who understands the packets. `Session` is whatever it keeps per connection. */
export interface Protocol<Session> {
  received(connection: Connection<Session>, frame: Buffer): void;
  failed(connection: Connection<Session>, error: unknown): void;
  ended(connection: Connection<Session>, ending: Ending): void;
  /** More may be sent; without a drain, too, where the system took all of it at once. */
  hasRoom(connection: Connection<Session>): void;
  wrote(connection: Connection<Session>, bytes: number, ackDelayMs: number | undefined): void;
}

export interface Peer {
  readonly address: string;
  readonly via: "TCP" | "TLS" | "WebSocket";
}

/** What connections share of the event loop. */
interface LoopShares {
  readonly read: PacketScheduler;
  readonly end: TurnEnd;
}

/**
 * Bytes in, bytes out: cuts packets, gathers output per turn, stops reading while anything holds it. It knows
 * nothing of what the packets mean.
 */
export class Connection<Session> implements Flushable, Reader, ScheduledReader {
  readonly peer: Peer;
  readonly #stream: Duplex;
  readonly #protocol: Protocol<Session>;
  readonly #turnEnd: TurnEnd;
  readonly #readTurns: PacketScheduler;
  readonly #frames: FrameReader;
  // Made when first used: most of ten thousand idle devices owe nothing.
  #acks: AckQueue | undefined;
  /** Until it is known whose it is; what it holds is counted [API10]. */
  unauthenticated: UnauthenticatedPeer | undefined;
  /** Set once CONNECT has been accepted. */
  session: Session | undefined;
  /** When the last whole packet arrived, or the connection; the keep-alive counts packets, not bytes [MQTT-3.1.2-24].
   * By `monotonicMs()`, which no setting of the clock moves [RUN12]. */
  lastPacket = monotonicMs();
  #out: Buffer[] | undefined;
  #outBytes = 0;
  #holds = 0;
  #working = false;
  #flushAsked = false;
  #ending: Ending | undefined;
  #ended = false;

  constructor(stream: Duplex, peer: Peer, protocol: Protocol<Session>, loopShares: LoopShares, largestPacket: number) {
    this.peer = peer;
    this.#stream = stream;
    this.#protocol = protocol;
    this.#turnEnd = loopShares.end;
    this.#readTurns = loopShares.read;
    this.#frames = new FrameReader(largestPacket);
  }

  start(): void {
    this.#stream.on("data", (chunk: Buffer) => this.#onData(chunk));
    this.#stream.on("drain", () => this.#onDrain());
    this.#stream.on("end", () => this.#onEnd());
    this.#stream.on("error", (error) => this.#lost(error));
    this.#stream.on("close", () => this.#onClose());
  }

  get isHeld(): boolean {
    return this.#holds !== 0;
  }

  /** Whether it is for us that nothing is read: output that is not fetched is the client's doing. */
  get isHeldByUs(): boolean {
    return (this.#holds & ~hold.output) !== 0;
  }

  get isEnding(): boolean {
    return this.#ending !== undefined;
  }

  /** Acknowledgements not sent yet. */
  get owed(): number {
    return this.#acks?.owed ?? 0;
  }

  /** Bytes on their way to the client, as far as the system has not taken them; those of this turn count, too. */
  get unsent(): number {
    return this.#stream.writableLength + this.#outBytes;
  }

  hold(reason: number): void {
    if (this.#holds === 0) this.#stream.pause();
    this.#holds |= reason;
  }

  release(reason: number): void {
    if ((this.#holds & reason) === 0) return;
    this.#holds &= ~reason;
    if (this.#holds !== 0) return;
    this.#work();
    if (this.#holds === 0) this.#stream.resume();
  }

  resumeReading(): void {
    this.release(hold.budget);
  }

  takeTurn(): void {
    this.release(hold.turn);
  }

  /** It is known whose it is: it counts as authenticated, and packets may have so many bytes. */
  identified(largestPacket: number): void {
    this.unauthenticated?.leave();
    this.unauthenticated = undefined;
    this.#frames.allow(largestPacket);
  }

  /** Without a word, and at once: there is no room for it. */
  cutOff(ending: Ending): void {
    this.#ending ??= ending;
    this.#stream.destroy();
  }

  /** Leaves with everything else of this turn; false when the connection is over. */
  send(bytes: Buffer): boolean {
    if (this.#isOver) return false;
    this.#out ??= [];
    this.#out.push(bytes);
    this.#outBytes += bytes.length;
    this.#askFlush();
    return true;
  }

  /** To the packet that arrived last. */
  owe(kind: AckKind, messageId: number): AckSlot {
    this.#acks ??= new AckQueue();
    return this.#acks.open(kind, messageId, this.lastPacket);
  }

  /** The acknowledgement leaves as soon as those before it are settled, too. */
  settle(slot: AckSlot, answer: "plain" | Buffer): void {
    slot.answer = answer;
    if (this.#acks?.isDue) this.#askFlush();
  }

  flush(): void {
    this.#flushAsked = false;
    if (this.#isOver) return;
    const oldest = this.#acks?.oldestArrival ?? 0;
    const acks = this.#acks?.take();
    const out = this.#out ?? nothing;
    const parts = acks ? [acks, ...out] : out;
    this.#out = undefined;
    this.#outBytes = 0;
    if (parts.length > 0) this.#write(parts, acks && monotonicMs() - oldest);
  }

  /** Says what is still to be said, then closes. Further packets are not read. */
  close(ending: Ending, farewell?: Buffer): void {
    if (this.#ending) return;
    this.#ending = ending;
    this.flush();
    if (farewell && !this.#stream.destroyed) this.#stream.write(farewell);
    this.#stream.end();
    this.#stream.resume(); // otherwise the other side's end is never seen
    setTimeout(() => this.#stream.destroy(), lingerMs).unref();
  }

  /** A write now would be an error, and cut off the goodbye that may still be on its way. */
  get #isOver(): boolean {
    return this.#ended || this.#stream.destroyed || this.#stream.writableEnded;
  }

  #onData(chunk: Buffer): void {
    if (this.#ending) return;
    this.#frames.push(chunk);
    this.#work();
    if (this.unauthenticated && !this.unauthenticated.holds(this.#frames.buffered))
      this.#protocol.failed(this, tooMuchHeld());
  }

  #onDrain(): void {
    this.lastPacket = monotonicMs(); // it reads: what it sent meanwhile has not been looked at
    this.release(hold.output);
    this.#protocol.hasRoom(this);
  }

  #work(): void {
    if (this.#working) return;
    this.#working = true;
    try {
      let done = 0;
      for (let frame = this.#next(done); frame; frame = this.#next(++done)) {
        if (done === 0) this.lastPacket = monotonicMs(); // of all in a turn, which is milliseconds: asking takes time
        this.#protocol.received(this, frame);
      }
    } catch (error) {
      this.#protocol.failed(this, error);
    } finally {
      this.#working = false;
    }
  }

  #next(done: number): Buffer | undefined {
    if (this.#holds !== 0 || this.#ending || this.#frames.buffered === 0) return undefined;
    if (this.#readTurns.hasTimeFor(done)) return this.#frames.next();
    this.hold(hold.turn);
    this.#readTurns.wait(this, this.session === undefined);
    return undefined;
  }

  #askFlush(): void {
    if (this.#flushAsked) return;
    this.#flushAsked = true;
    this.#turnEnd.ask(this);
  }

  #write(parts: readonly Buffer[], ackDelayMs: number | undefined): void {
    const [only] = parts;
    const bytes = parts.length === 1 && only ? only : Buffer.concat(parts);
    this.#stream.write(bytes);
    this.#protocol.wrote(this, bytes.length, ackDelayMs);
    if (this.#stream.writableLength > outputHighWater) this.hold(hold.output);
    else this.#protocol.hasRoom(this);
  }

  /** The other side is done; ours ends by itself, and if not, because what is on its way is not fetched, soon enough. */
  #onEnd(): void {
    setTimeout(() => this.#stream.destroy(), lingerMs).unref();
  }

  #lost(error: Error): void {
    const code = "code" in error ? String(error.code) : "";
    const words = `the connection broke${code && ` (${code})`}`;
    this.#ending ??= { by: "network", words, withoutWill: false, isTimeout: code === "ETIMEDOUT" };
  }

  #onClose(): void {
    if (this.#ended) return;
    this.#ended = true;
    const ending = this.#ending ?? {
      by: "network",
      words: "the connection was closed without DISCONNECT",
      withoutWill: false,
    };
    this.#ending = ending;
    this.unauthenticated?.leave();
    this.#readTurns.forget(this);
    this.#protocol.ended(this, ending);
  }
}
