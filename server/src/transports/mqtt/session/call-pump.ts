import { topics } from "@heliograph/contract";
import type { DeviceCall } from "../device-gateway.ts";
import type { MqttContext } from "../mqtt-context.ts";
import { outputHighWater } from "../mqtt-limits.ts";
import { closeSession } from "./close-session.ts";
import { deliver } from "./deliver.ts";
import type { Session } from "./session.ts";

/** Calls taken from the queue per step; the device's window decides how many are on their way. */
const callsAtOnce = 16;
const tooLarge = "the call is larger than the packets the device takes";
const endedBefore = "the connection ended before the call could be sent";

const audienceOf = (session: Session) => session.subscriptions.audienceOf(`${topics.rpcRequest}0`);

/** Hands waiting calls to a device that listens for them. */
export function deliverCalls(context: MqttContext, session: Session): void {
  if (!audienceOf(session)) return;
  session.calls ??= new CallPump(context, session);
  session.calls.kick();
}

/**
 * Brings waiting calls to the device, as many at a time as it can take: what is taken counts as sent and never goes
 * out again [CMD2], so nothing is taken that would have to wait here.
 */
class CallPump {
  readonly #context: MqttContext;
  readonly #session: Session;
  #taken: DeviceCall[] = [];
  #running = false;
  #again = false;
  #isStalled = false;

  constructor(context: MqttContext, session: Session) {
    this.#context = context;
    this.#session = session;
  }

  /** There may be something new. */
  kick(): void {
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    this.#run().catch((error: unknown) => {
      this.#context.logger.error({ err: error, deviceId: this.#session.device.id }, "the calls cannot be read");
      closeSession(this.#session, "busy");
    });
  }

  /** There is room for more; asks for calls only if some were left for lack of it. */
  resume(): void {
    if (this.#isStalled) this.kick();
  }

  /** The connection is over: whoever waits for a call that never left hears it now. */
  giveUp(): void {
    for (const { messageId } of this.#taken) this.#fail(messageId, endedBefore);
    this.#taken = [];
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#session.connection.isEnding) {
      this.#again = false;
      this.#send();
      if (await this.#take()) this.#again = true;
      this.#send();
    }
    this.#running = false;
    if (this.#session.connection.isEnding) this.giveUp();
  }

  /** True when more may wait. */
  async #take(): Promise<boolean> {
    const limit = this.#taken.length > 0 ? 0 : this.#room;
    this.#isStalled = limit === 0;
    if (limit === 0) return false;
    const calls = await this.#context.gateway.takeCalls(this.#session.device, limit);
    this.#taken.push(...calls);
    return calls.length === limit;
  }

  #send(): void {
    while (this.#taken.length > 0 && this.#room > 0) {
      const call = this.#taken.shift();
      if (call) this.#deliver(call);
    }
    if (this.#taken.length > 0) this.#isStalled = true;
  }

  /** How many calls could leave now. */
  get #room(): number {
    const { connection, outbound } = this.#session;
    const audience = audienceOf(this.#session);
    if (!audience || connection.isEnding || connection.unsent > outputHighWater) return 0;
    return audience.qos === 0 ? callsAtOnce : Math.min(callsAtOnce, outbound.room);
  }

  #deliver({ messageId, payload }: DeviceCall): void {
    deliver(this.#context, this.#session, {
      topic: `${topics.rpcRequest}${messageId}`,
      payload,
      onDelivered: () => this.#context.gateway.delivered(this.#session.device, messageId),
      onTooLarge: () => this.#fail(messageId, tooLarge),
    });
  }

  #fail(messageId: number, problem: string): void {
    this.#context.gateway.delivered(this.#session.device, messageId, problem);
  }
}
