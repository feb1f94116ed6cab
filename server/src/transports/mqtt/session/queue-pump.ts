import type { QueuedPush } from "../../../core/mqtt-sessions/index.ts";
import type { MqttSessionId } from "../../../kernel/ids.ts";
import { closeSession } from "./close-session.ts";
import { sendInFlight } from "./deliver.ts";
import type { MqttContext } from "./mqtt-context.ts";
import { firstVolatileId, type InFlight } from "./outbound.ts";
import type { Session } from "./session.ts";

/**
 * The identifier follows from the number: after a reconnect, or a restart of ours, a message goes out under the one
 * it had before [MQTT-4.4.0-1] without having been written down. The queue is far shorter than this range.
 */
const identifierOf = (number: number): number => 1 + ((number - 1) % (firstVolatileId - 1));

/** Brings what waits in the durable queue to the device, as far as its window allows. */
export class QueuePump {
  readonly #context: MqttContext;
  readonly #session: Session;
  readonly #id: MqttSessionId;
  #acknowledged: number[] = [];
  #running = false;
  #again = false;

  constructor(context: MqttContext, session: Session, id: MqttSessionId) {
    this.#context = context;
    this.#session = session;
    this.#id = id;
  }

  /** There may be something new, or room for more. */
  kick(): void {
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    this.#run().catch((error: unknown) => {
      this.#context.logger.error(
        { err: error, deviceId: this.#session.device.id },
        "the queue of a device cannot be read",
      );
      closeSession(this.#session, "busy");
    });
  }

  /** The connection is over: what the device acknowledged last is forgotten, too, so that it does not come again. */
  settle(): Promise<void> {
    return this.#removeAcknowledged();
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#session.connection.isEnding) {
      this.#again = false;
      await this.#removeAcknowledged();
      await this.#sendNext();
    }
    this.#running = false;
  }

  async #removeAcknowledged(): Promise<void> {
    const numbers = this.#acknowledged;
    this.#acknowledged = [];
    if (numbers.length > 0) await this.#context.store.acknowledge(this.#id, numbers);
  }

  async #sendNext(): Promise<void> {
    const { room } = this.#session.outbound;
    if (room === 0) return;
    const pushes = await this.#context.store.queued(this.#id, this.#session.sentUpTo, room);
    for (const push of pushes) this.#send(push);
    if (pushes.length > 0) this.#again = true;
  }

  #send(push: QueuedPush): void {
    const message: InFlight = {
      topic: push.topic,
      payload: push.payload,
      qos: 1,
      dup: push.number <= this.#session.sentBefore,
      messageId: identifierOf(push.number),
      subscriptionIds: this.#session.subscriptions.audienceOf(push.topic)?.identifiers ?? [],
      onAcknowledged: () => this.#acknowledged.push(push.number),
    };
    this.#session.sentUpTo = push.number;
    this.#session.outbound.launch(message);
    sendInFlight(this.#context, this.#session, message);
  }
}
