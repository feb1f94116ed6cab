import type { Outgoing } from "../wire/encode.ts";

/** A message to the device that is waiting for its PUBACK. */
export interface InFlight extends Outgoing {
  readonly messageId: number;
  /** Told once when the device acknowledged. */
  readonly onAcknowledged: (() => void) | undefined;
  /** Told instead when it is larger than the client takes; without this that counts as acknowledged. */
  readonly onTooLarge?: (() => void) | undefined;
}

type Ends = Pick<InFlight, "onAcknowledged" | "onTooLarge">;
type Waiting = Omit<InFlight, "messageId">;

/** Identifiers of the durable queue are below this, those of answers and the like from here on: they never meet. */
export const firstVolatileId = 32_768;
/** Identifiers of calls, which follow from their numbers. */
export const firstCallId = 49_152;
export const lastId = 65_535;

/** Messages that may wait for a place in the window before the device counts as stuck. */
const waitingAtMost = 200;
/** The same in characters, since answers may be large; only the last one may go beyond it. */
const waitingLengthAtMost = 1_048_576;

/** QoS 1 towards one device: at most as many in flight as it can take [MQTT-3.3.4-7], the rest waits its turn. */
export class Outbound {
  readonly #window: number;
  // Made when the first message goes out: an idle device costs no map.
  // What was sent is not kept: a connection repeats nothing, and the payloads may be large.
  #inFlight: Map<number, Ends> | undefined;
  #waiting: Waiting[] | undefined;
  #waitingLength = 0;
  #lastId = firstVolatileId - 1;

  constructor(window: number) {
    this.#window = window;
  }

  /** Places left for messages of the durable queue. */
  get room(): number {
    return Math.max(0, this.#window - (this.#inFlight?.size ?? 0));
  }

  /** The message to send now, undefined when it has to wait, "stuck" when too many wait already. */
  offer(message: Waiting): InFlight | "stuck" | undefined {
    if (this.room > 0) return this.#launch(message, this.#freeId());
    this.#waiting ??= [];
    if (this.#waiting.length >= waitingAtMost || this.#waitingLength >= waitingLengthAtMost) return "stuck";
    this.#waiting.push(message);
    this.#waitingLength += message.payload.length;
    return undefined;
  }

  /** A message that has its identifier already. */
  launch(message: InFlight): void {
    this.#messages.set(message.messageId, endsOf(message));
  }

  /** Whether a message with this identifier is not acknowledged yet. */
  has(messageId: number): boolean {
    return this.#inFlight?.has(messageId) ?? false;
  }

  get #messages(): Map<number, Ends> {
    this.#inFlight ??= new Map();
    return this.#inFlight;
  }

  /** Returns the next message to send, if the freed place is taken at once. */
  acknowledged(messageId: number): InFlight | undefined {
    return this.#over(messageId, ({ onAcknowledged }) => onAcknowledged?.());
  }

  /** It cannot be sent; otherwise as if it were acknowledged. */
  leftOut(messageId: number): InFlight | undefined {
    return this.#over(messageId, ({ onAcknowledged, onTooLarge }) => (onTooLarge ?? onAcknowledged)?.());
  }

  #over(messageId: number, tell: (ends: Ends) => void): InFlight | undefined {
    const ends = this.#inFlight?.get(messageId);
    if (!ends) return undefined;
    this.#messages.delete(messageId);
    tell(ends);
    const next = this.#waiting?.shift();
    if (!next) return undefined;
    this.#waitingLength -= next.payload.length;
    return this.#launch(next, this.#freeId());
  }

  #launch(message: Waiting, messageId: number): InFlight {
    const launched = { ...message, messageId };
    this.#messages.set(messageId, endsOf(message));
    return launched;
  }

  #freeId(): number {
    do this.#lastId = this.#lastId >= firstCallId - 1 ? firstVolatileId : this.#lastId + 1;
    while (this.#messages.has(this.#lastId));
    return this.#lastId;
  }
}

const endsOf = ({ onAcknowledged, onTooLarge }: Ends): Ends => ({ onAcknowledged, onTooLarge });
