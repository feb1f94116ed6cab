import { topics } from "@heliograph/contract/topics";
import { parseBoundedJson } from "../../../kernel/bounded-json.ts";
import { AppError } from "../../../kernel/errors.ts";
import { largestPayload } from "../wire/encode.ts";
import type { MqttPlatform } from "./mqtt-context.ts";
import type { Sender } from "./sender.ts";

const invalidCall = (problem: string) =>
  new AppError("RPC_INVALID", "invalid", `Not a call: ${problem}; expected {"method":…,"params":…}`);

type Answering = Pick<MqttPlatform, "gateway" | "limits" | "rates">;

interface Call {
  readonly method: string;
  readonly params: unknown;
}

/** A call of the device to the platform [MQ6]; what the transport knows itself it answers itself. */
export async function answerClientCall(context: Answering, sender: Sender, payload: Buffer): Promise<string> {
  const { method, params } = callOf(payload);
  if (method === "getSessionLimits") return JSON.stringify(await sessionLimits(context, sender));
  return context.gateway.call(sender.device, method, params);
}

async function sessionLimits({ limits, rates }: Answering, { device, version }: Sender) {
  const { messages, points } = await rates.allowed(device);
  const perSecond = (limit: number) => (limit === 0 ? undefined : `${limit}:1`);
  return {
    maxPayloadSize: largestPayload(limits.maxPacketSize, topics.telemetry, version),
    maxInflightMessages: limits.receiveMaximum,
    rateLimits: {
      messages: perSecond(messages),
      telemetryMessages: perSecond(messages),
      telemetryDataPoints: perSecond(points),
    },
  };
}

function callOf(payload: Buffer): Call {
  const call = parseBoundedJson(payload.toString("utf8"), invalidCall);
  if (typeof call !== "object" || call === null || !("method" in call)) throw invalidCall("no method");
  if (typeof call.method !== "string" || call.method === "") throw invalidCall("the method is not a name");
  return { method: call.method, params: "params" in call ? call.params : undefined };
}
