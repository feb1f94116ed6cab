import { randomUUID } from "node:crypto";
import type { CredentialsRecord, DeviceRecord } from "@heliograph/contract";
import mqtt, { type IClientOptions, type MqttClient } from "mqtt";
import { expectOk, type TestApp, type TestTenant } from "./app.ts";

export interface MqttDevice {
  readonly id: string;
  readonly token: string;
}

/** A device with its token, ready to connect. */
export async function mqttDevice(app: TestApp, tenant: TestTenant): Promise<MqttDevice> {
  const record: DeviceRecord = await app.device(tenant);
  const path = `/api/device/${record.id.id}/credentials`;
  const { credentialsId } = expectOk(await tenant.admin.get(path)).json<CredentialsRecord>();
  return { id: record.id.id, token: credentialsId };
}

export interface Received {
  readonly topic: string;
  readonly payload: string;
}

/** MQTT.js with the messages it got, in order. */
export class MqttJs implements AsyncDisposable {
  readonly client: MqttClient;
  readonly received: Received[] = [];
  readonly #waiting: ((message: Received) => void)[] = [];

  constructor(client: MqttClient) {
    this.client = client;
    client.on("message", (topic, payload) => {
      const message = { topic, payload: payload.toString() };
      const next = this.#waiting.shift();
      if (next) next(message);
      else this.received.push(message);
    });
    client.on("error", () => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.endAsync(true);
  }

  /** The next message that nobody took yet. */
  next(): Promise<Received> {
    const first = this.received.shift();
    return first ? Promise.resolve(first) : new Promise((resolve) => this.#waiting.push(resolve));
  }
}

export async function connectMqttJs(app: TestApp, token: string, options: IClientOptions = {}): Promise<MqttJs> {
  const url = `mqtt://127.0.0.1:${app.node.mqttPort}`;
  const client = await mqtt.connectAsync(url, {
    username: token,
    clientId: `test-${randomUUID()}`,
    reconnectPeriod: 0,
    ...options,
  });
  return new MqttJs(client);
}
