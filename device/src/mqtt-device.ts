import { topics } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import { connectAsync, type MqttClient } from "mqtt";

type Values = Readonly<Record<string, unknown>>;

export interface MqttDevice {
  /** Resolves when the platform has the values on its disk. */
  telemetry(values: Values, time?: Date): Promise<void>;
  /** Readings of different times in one message, as after a time without a connection. */
  history(readings: readonly { readonly ts: number; readonly values: Values }[]): Promise<void>;
  attributes(values: Values): Promise<void>;
  /** Client and shared attributes, as the platform has them. */
  requestAttributes(clientKeys: readonly string[], sharedKeys: readonly string[]): Promise<Values>;
  /** What was not acknowledged by then fails. */
  disconnect(): Promise<void>;
}

interface MqttDeviceOptions {
  /** `mqtt://host:1883`, `mqtts://…` or `ws://host:8080/mqtt`. */
  readonly url: string;
  readonly token: string;
  /** Answers calls from the platform. */
  readonly onCall?: (method: string, params: unknown) => unknown;
  /** Hears of shared attributes that were changed; `deleted` holds the names of those that are gone. */
  readonly onAttributes?: (changed: Values) => void;
}

const requestTimeoutMs = 10_000;

/** Connects a device; the connection comes back by itself after a bad network. */
export async function connectMqttDevice({ url, token, onCall, onAttributes }: MqttDeviceOptions): Promise<MqttDevice> {
  const client = await connectAsync(url, { username: token, clean: false, clientId: `device-${token}` });
  const waiting = new Map<string, (answer: Values) => void>();
  client.on("message", (topic, payload) => {
    if (topic === topics.attributes) onAttributes?.(parseJsonText(payload.toString()) as Values);
    if (topic.startsWith(topics.attributeResponse)) {
      waiting.get(topic.slice(topics.attributeResponse.length))?.(parseJsonText(payload.toString()) as Values);
    }
    if (topic.startsWith(topics.rpcRequest)) answerCall(client, topic.slice(topics.rpcRequest.length), payload, onCall);
  });
  await client.subscribeAsync([`${topics.attributeResponse}+`, `${topics.rpcRequest}+`, topics.attributes], { qos: 1 });
  let lastRequest = 0;
  const unanswered = new Set<(reason: Error) => void>();
  const publish = (topic: string, body: unknown) =>
    new Promise<void>((resolve, reject) => {
      unanswered.add(reject);
      client.publish(topic, JSON.stringify(body), { qos: 1 }, (error) => {
        unanswered.delete(reject);
        if (error) reject(error);
        else resolve();
      });
    });
  return {
    telemetry: (values, time) => publish(topics.telemetry, time ? { ts: time.getTime(), values } : values),
    history: (readings) => publish(topics.telemetry, readings),
    attributes: (values) => publish(topics.attributes, values),
    requestAttributes: async (clientKeys, sharedKeys) => {
      const id = String(++lastRequest);
      const answer = new Promise<Values>((resolve, reject) => {
        waiting.set(id, resolve);
        setTimeout(() => reject(new Error("the platform did not answer")), requestTimeoutMs).unref();
      });
      const keys = { clientKeys: clientKeys.join(","), sharedKeys: sharedKeys.join(",") };
      await publish(`${topics.attributeRequest}${id}`, keys);
      return answer.finally(() => waiting.delete(id));
    },
    disconnect: async () => {
      await ended(client);
      for (const giveUp of unanswered) giveUp(new Error("disconnected"));
    },
  };
}

/** What is under way is waited for as long as there is a connection: one that was refused for good answers nothing any more. */
async function ended(client: MqttClient): Promise<void> {
  const closed = new Promise((resolve) => client.once("close", () => resolve(undefined)));
  await Promise.race([client.endAsync(!client.connected), closed]);
}

function answerCall(client: MqttClient, id: string, payload: Buffer, onCall: MqttDeviceOptions["onCall"]): void {
  const { method, params } = parseJsonText(payload.toString()) as { method: string; params: unknown };
  const answer = onCall?.(method, params) ?? { error: `unknown method ${method}` };
  client.publish(`${topics.rpcResponse}${id}`, JSON.stringify(answer), { qos: 1 });
}
