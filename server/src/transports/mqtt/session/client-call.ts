import { topics } from "@heliograph/contract/topics";
import { rateLimitsText, sentCallOf } from "../../sent-call.ts";
import { largestPayload } from "../wire/encode.ts";
import type { MqttPlatform } from "./mqtt-context.ts";
import type { Sender } from "./sender.ts";

type Answering = Pick<MqttPlatform, "gateway" | "limits" | "rates">;

/** A call of the device to the platform [MQ6]; what the transport knows itself it answers itself. */
export async function answerClientCall(context: Answering, sender: Sender, payload: Buffer): Promise<string> {
  const { method, params } = sentCallOf(payload);
  if (method === "getSessionLimits") return JSON.stringify(await sessionLimits(context, sender));
  return context.gateway.call(sender.device, method, params);
}

async function sessionLimits({ limits, rates }: Answering, { device, version }: Sender) {
  return {
    maxPayloadSize: largestPayload(limits.maxPacketSize, topics.telemetry, version),
    maxInflightMessages: limits.receiveMaximum,
    rateLimits: rateLimitsText(await rates.allowed(device)),
  };
}
