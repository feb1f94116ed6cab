import { topics } from "@heliograph/contract/topics";
import type { Device } from "../../../core/devices/index.ts";
import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import { type ReasonName, reasons } from "../wire/reasons.ts";
import { deliverCalls } from "./call-pump.ts";
import { closeSession } from "./close-session.ts";
import { deliver } from "./deliver.ts";
import { detach } from "./detach.ts";
import type { MqttContext } from "./mqtt-context.ts";
import type { Seat } from "./roster.ts";
import type { DeviceConnection, Session } from "./session.ts";

/** What others can do to a connection: before CONNECT is decided it can only be closed. */
export class DeviceSeat implements Seat {
  readonly deviceId: DeviceId;
  readonly tenantId: TenantId;
  readonly clientId: string;
  readonly #context: MqttContext;
  readonly #connection: DeviceConnection;
  /** Made when somebody waits for a CONNECT that is not decided yet: most seats never need it. */
  #givenUp: PromiseWithResolvers<void> | undefined;

  constructor(context: MqttContext, connection: DeviceConnection, device: Device, clientId: string) {
    this.#context = context;
    this.#connection = connection;
    this.deviceId = device.id;
    this.tenantId = device.tenantId;
    this.clientId = clientId;
  }

  get #session(): Session | undefined {
    return this.#connection.session;
  }

  /** CONNECT failed after the seat was taken: whoever waits for the place can have it. */
  giveUp(): void {
    this.#context.roster.leave(this);
    this.#givenUp?.resolve();
  }

  async displace(): Promise<void> {
    const session = this.#session;
    this.#close("taken-over");
    if (!session) {
      this.#givenUp ??= Promise.withResolvers<void>();
      return this.#givenUp.promise;
    }
    await detach(this.#context, session, { by: "server", words: reasons["taken-over"].words, withoutWill: false });
  }

  close(reason: "token-revoked" | "busy"): void {
    this.#close(reason);
  }

  forget(): void {
    if (this.#session) this.#session.will = undefined;
    this.#close("token-revoked");
  }

  /** Sessions with a durable queue find the change there [MQ7]; the others are handed it. */
  pushAttributes(payload: string): void {
    const session = this.#session;
    if (!session || session.connection.isEnding) return;
    const audience = session.subscriptions.audienceOf(topics.attributes);
    if (audience?.qos === 1 && session.queue) session.queue.kick();
    else deliver(this.#context, session, { topic: topics.attributes, payload });
  }

  callWaits(): void {
    if (this.#session) deliverCalls(this.#context, this.#session);
  }

  #close(reason: ReasonName): void {
    const { words } = reasons[reason];
    if (this.#session) closeSession(this.#session, reason);
    else this.#connection.close({ by: "server", words, withoutWill: true });
  }
}
