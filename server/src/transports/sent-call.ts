import type { RateMeter } from "../core/rates/index.ts";
import { parseBoundedJson } from "../kernel/bounded-json.ts";
import { AppError } from "../kernel/errors.ts";

/** A call of a device to the platform [MQ6]. */
export interface SentCall {
  readonly method: string;
  readonly params: unknown;
}

const invalidCall = (problem: string) =>
  new AppError("RPC_INVALID", "invalid", `Not a call: ${problem}; expected {"method":…,"params":…}`);

export function sentCallOf(payload: Buffer): SentCall {
  const call = parseBoundedJson(payload.toString("utf8"), invalidCall);
  if (typeof call !== "object" || call === null || !("method" in call)) throw invalidCall("no method");
  if (typeof call.method !== "string" || call.method === "") throw invalidCall("the method is not a name");
  return { method: call.method, params: "params" in call ? call.params : undefined };
}

/** The `rateLimits` of `getSessionLimits`; what has no limit is left out. */
export function rateLimitsText({ messages, points }: Awaited<ReturnType<RateMeter["allowed"]>>) {
  const perSecond = (limit: number) => (limit === 0 ? undefined : `${limit}:1`);
  return {
    messages: perSecond(messages),
    telemetryMessages: perSecond(messages),
    telemetryDataPoints: perSecond(points),
  };
}
