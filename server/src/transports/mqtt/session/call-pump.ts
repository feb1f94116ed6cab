import { topics } from "@heliograph/contract/topics";
import type { DeviceCall } from "../../device-gateway.ts";
import { outputHighWater } from "../mqtt-limits.ts";
import { closeSession } from "./close-session.ts";
import { deliver } from "./deliver.ts";
import type { MqttContext } from "./mqtt-context.ts";
import { firstCallId, lastId } from "./outbound.ts";
import type { Session } from "./session.ts";
import { anyCall } from "./subscriptions.ts";

/** Calls taken from the queue per step; the device's window decides how many are on their way. */
const callsAtOnce = 16;
const tooLarge = "the call is larger than the packets the device takes";

const audienceOf = (session: Session) => session.subscriptions.audienceOf(anyCall);

/**
 * The packet identifier follows from the number of the call: after a reconnect, or a restart of ours, it goes out under
 * the one it had before [MQTT-4.4.0-1] without having been written down.
 */
const packetIdOf = (messageId: number): number => firstCallId + (messageId % (lastId + 1 - firstCallId));

/** Hands waiting calls to a device that listens for them. */
export function deliverCalls(context: MqttContext, session: Session): void {
  if (!audienceOf(session)) return;
  session.calls ??= new CallPump(context, session);
  session.calls.kick();
}

/**
 * Brings waiting calls to the device, as many at a time as it can take: what has left goes out again only if it left in
 * this session and was not acknowledged, which is the same sending [CMD2, MQ7]. So nothing is taken that would have to
 * wait here, and what did not leave goes back into the queue.
 */
class CallPump {
  readonly #context: MqttContext;
  readonly #session: Session;
  #taken: DeviceCall[] = [];
  /** Sent in an earlier connection of this session and not acknowledged. */
  readonly #repeated = new Set<number>();
  #isTakenUp = false;
  /** Given to the connection and not written yet; true for those that are delivered when they are. */
  readonly #leaving = new Map<number, boolean>();
  #isRunning = false;
  #running: Promise<void> | undefined;
  #again = false;
  #isStalled = false;

  constructor(context: MqttContext, session: Session) {
    this.#context = context;
    this.#session = session;
  }

  /** There may be something new. */
  kick(): void {
    this.#again = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#running = this.#run().catch((error: unknown) => this.#failed(error));
  }

  /** There is room for more; asks for calls only if some were left for lack of it. */
  resume(): void {
    if (this.#isStalled) this.kick();
  }

  /** Everything given to the connection so far has left. */
  wrote(): void {
    if (this.#leaving.size === 0) return;
    const written = [...this.#leaving];
    this.#leaving.clear();
    for (const [messageId, isDelivered] of written) if (isDelivered) this.#delivered(messageId);
  }

  /** The connection is over: what never left waits for the next one when this resolves. */
  async end(): Promise<void> {
    await this.#running;
    const left = [...this.#leaving.keys()];
    this.#leaving.clear();
    await this.#putBack(left).catch((error: unknown) => this.#failed(error));
  }

  async #run(): Promise<void> {
    await this.#takeUp();
    while (this.#again && !this.#session.connection.isEnding) {
      this.#again = false;
      this.#send();
      if (await this.#take()) this.#again = true;
      this.#send();
      if (!audienceOf(this.#session)) await this.#putBack([]); // it does not listen any more
    }
    this.#isRunning = false;
  }

  /** What an earlier connection of this session sent and the device did not acknowledge goes first. */
  async #takeUp(): Promise<void> {
    const { keptId, device } = this.#session;
    if (this.#isTakenUp || keptId === undefined) return;
    this.#isTakenUp = true;
    const calls = await this.#context.gateway.unacknowledgedCalls(device, keptId);
    for (const { messageId } of calls) this.#repeated.add(messageId);
    this.#taken.push(...calls);
  }

  /** True when more may wait. */
  async #take(): Promise<boolean> {
    const limit = this.#taken.length > 0 ? 0 : this.#room;
    this.#isStalled = limit === 0;
    const { gateway, roster } = this.#context;
    const { device, seat, keptId } = this.#session;
    if (limit === 0 || !(await roster.isCalled(seat))) return false;
    const calls = await gateway.takeCalls(device, limit, audienceOf(this.#session)?.qos === 1 ? keptId : undefined);
    this.#taken.push(...calls);
    return calls.length === limit;
  }

  #send(): void {
    for (let next = this.#taken[0]; next && this.#canSend(next); next = this.#taken[0]) {
      this.#taken.shift();
      this.#deliver(next);
    }
    if (this.#taken.length > 0) this.#isStalled = true;
  }

  #canSend({ messageId }: DeviceCall): boolean {
    return this.#room > 0 && !this.#session.outbound.has(packetIdOf(messageId));
  }

  /** How many calls could leave now. */
  get #room(): number {
    const { connection, outbound } = this.#session;
    const audience = audienceOf(this.#session);
    if (!audience || connection.isEnding || connection.unsent > outputHighWater) return 0;
    return audience.qos === 0 ? callsAtOnce : Math.min(callsAtOnce, outbound.room);
  }

  #deliver({ messageId, payload }: DeviceCall): void {
    this.#leaving.set(messageId, false);
    deliver(this.#context, this.#session, {
      topic: `${topics.rpcRequest}${messageId}`,
      payload,
      packetId: packetIdOf(messageId),
      dup: this.#repeated.has(messageId),
      onDelivered: () => this.#delivered(messageId),
      onTooLarge: () => this.#tooLarge(messageId),
    });
  }

  /** With QoS 0 nobody says so but us: not before it is written. */
  #delivered(messageId: number): void {
    if (this.#leaving.has(messageId)) this.#leaving.set(messageId, true);
    else this.#context.gateway.delivered(this.#session.device, messageId);
  }

  #tooLarge(messageId: number): void {
    this.#leaving.delete(messageId);
    this.#context.gateway.delivered(this.#session.device, messageId, tooLarge);
  }

  async #putBack(left: readonly number[]): Promise<void> {
    const taken = [...left, ...this.#taken.map(({ messageId }) => messageId)];
    const unsent = taken.filter((messageId) => !this.#repeated.has(messageId)); // those did leave, and stay this session's
    this.#taken = [];
    if (unsent.length > 0) await this.#context.gateway.putBack(this.#session.device, unsent);
  }

  #failed(error: unknown): void {
    this.#context.logger.error({ err: error, deviceId: this.#session.device.id }, "the calls cannot be read");
    closeSession(this.#session, "busy");
  }
}
