import { isUtf8 } from "node:buffer";
import type { Attributes } from "../core/attributes/index.ts";
import type { Command, Commands } from "../core/commands/index.ts";
import type { CommunicationEntry, CommunicationLog } from "../core/communication/index.ts";
import type { Device, DeviceActivity, DeviceTokens } from "../core/devices/index.ts";
import { type Ingest, ingest, type PointSource } from "../core/telemetry/index.ts";
import type { TenantTraffic } from "../core/tenants/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { MqttSessionId } from "../kernel/ids.ts";
import type { Clock } from "../kernel/time.ts";
import { answerAttributeRequest } from "./attribute-request.ts";
import type { DeviceCall, DeviceGateway, Remark, TelemetryTerms } from "./device-gateway.ts";

export interface GatewayParts {
  /** Which way devices come, for the communication log. */
  readonly transport: CommunicationEntry["transport"];
  readonly tokens: DeviceTokens;
  readonly activity: DeviceActivity;
  readonly commands: Commands;
  readonly communication: CommunicationLog;
  readonly ingest: Ingest;
  readonly traffic: Pick<TenantTraffic, "count">;
  readonly attributes: Attributes;
  readonly clock: Clock;
  /** Bytes of an answer to an attribute request; a device that has more attributes has to name some of them [REL2]. */
  readonly answerBytes: number;
  readonly onError: (error: unknown) => void;
}

const messageIdPattern = /^[1-9]\d{0,9}$/;
const largestMessageId = 2 ** 31 - 1;
const endedBefore = "the connection ended, or the device stopped listening, before the call could be sent";
const unknownCall = (id: string) =>
  new AppError("RPC_UNKNOWN", "not-found", `No call ${id.slice(0, 20)} to this device`);

/** What no database can keep as text is refused. */
function textOf(payload: Buffer): string {
  if (isUtf8(payload) && !payload.includes(0)) return payload.toString("utf8");
  throw new AppError("RPC_ANSWER_INVALID", "invalid", "The answer to a call has to be text in UTF-8");
}

/** The platform as the protocol sees it. */
export class PlatformGateway implements DeviceGateway {
  readonly #parts: GatewayParts;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
  }

  findDevice(token: string): Promise<Device | undefined> {
    return this.#parts.tokens.find(token);
  }

  seen(device: Device): void {
    this.#parts.activity.seen(device);
  }

  telemetry(device: PointSource, payload: Buffer, { time, receipt }: TelemetryTerms = {}): Promise<number> {
    return ingest(this.#parts.ingest, device, payload, time ?? this.#parts.clock(), receipt);
  }

  async attributes(device: Device, payload: Buffer): Promise<void> {
    const { attributes } = this.#parts;
    this.#parts.traffic.count(device.tenantId, 0);
    await attributes.write(device, "CLIENT_SCOPE", attributes.decode(payload));
  }

  requestedAttributes(device: Device, payload: Buffer): Promise<string> {
    const { attributes, answerBytes } = this.#parts;
    return answerAttributeRequest(attributes, device.id, payload, answerBytes);
  }

  async answered(device: Device, id: string, payload: Buffer): Promise<void> {
    const messageId = messageIdPattern.test(id) ? Number(id) : 0;
    if (messageId === 0 || messageId > largestMessageId) throw unknownCall(id);
    const answer = { succeeded: true, text: textOf(payload) };
    if (!(await this.#parts.commands.answer(device.id, messageId, answer))) throw unknownCall(id);
  }

  delivered(device: Device, messageId: number, problem?: string): void {
    const { commands, onError } = this.#parts;
    if (problem === undefined) {
      commands.delivered(device.id, messageId).catch(onError);
      return;
    }
    const summary = "Call not sent";
    this.remark(device, { kind: "RPC", direction: "OUT", messageId, size: undefined, summary, error: problem });
    commands.undeliverable(device.id, messageId, problem).catch(onError);
  }

  async takeCalls(device: Device, limit: number, session: MqttSessionId | undefined): Promise<readonly DeviceCall[]> {
    const commands = await this.#parts.commands.take(device.id, ["RPC"], limit, session);
    return commands.map((command) => this.#handedOut(device, command, "Call"));
  }

  async unacknowledgedCalls(device: Device, session: MqttSessionId): Promise<readonly DeviceCall[]> {
    const commands = await this.#parts.commands.unacknowledged(device.id, session);
    return commands.map((command) => this.#handedOut(device, command, "Not acknowledged and sent again: call"));
  }

  async putBack(device: Device, messageIds: readonly number[]): Promise<void> {
    const summary = "Call not sent: it waits for the next contact";
    for (const messageId of messageIds)
      this.remark(device, { kind: "RPC", direction: "OUT", messageId, size: undefined, summary, error: endedBefore });
    await this.#parts.commands.putBack(device, messageIds);
  }

  /** The platform offers devices no methods besides those the transport answers itself. */
  async call(_: Device, method: string): Promise<string> {
    return JSON.stringify({ error: `Unknown method ${method.slice(0, 64)}` });
  }

  remark(device: Pick<Device, "id">, remark: Remark): void {
    const { kind, direction, messageId = null, size = null, summary, error = null, payload } = remark;
    this.#parts.communication.record({
      deviceId: device.id,
      transport: this.#parts.transport,
      kind,
      direction,
      messageId,
      size,
      summary,
      error,
      payload,
    });
  }

  #handedOut(device: Device, { messageId, body }: Command, what: string): DeviceCall {
    if (body.type !== "RPC") throw new Error(`${body.type} is not a call`);
    const payload = `{"method":${JSON.stringify(body.method)},"params":${body.params}}`;
    const summary = `${what} of ${body.method.slice(0, 64)}`;
    const size = Buffer.byteLength(payload);
    this.remark(device, { kind: "RPC", direction: "OUT", messageId, size, summary, error: undefined });
    return { messageId, payload };
  }
}
