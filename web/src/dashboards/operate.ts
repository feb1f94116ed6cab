import type { ShownDevice, WidgetOptions } from "@heliograph/contract";
import { saveAttribute } from "../api/attributes.ts";
import { callDevice } from "../api/commands.ts";

type Options = WidgetOptions<"CONTROL">;

/** How it went: which devices did it, which did not, and why the first of those did not. */
export interface Outcome {
  readonly done: readonly ShownDevice[];
  readonly failed: readonly ShownDevice[];
  readonly error: unknown;
}

const answerWithinMs = 10_000;

/** Writes the attribute or calls the method on each device. One that fails keeps none of the others from it. */
export async function operate(options: Options, devices: readonly ShownDevice[], value: unknown): Promise<Outcome> {
  const results = await Promise.allSettled(devices.map(({ id }) => sent(options, id.id, value)));
  const which = (status: "fulfilled" | "rejected") => devices.filter((_, at) => results[at]?.status === status);
  const refused = results.find((result) => result.status === "rejected");
  return { done: which("fulfilled"), failed: which("rejected"), error: refused?.reason };
}

async function sent({ writes, key, method, form }: Options, deviceId: string, value: unknown): Promise<void> {
  if (writes === "RPC") {
    await callDevice(deviceId, { method: method ?? "", params: value, timeout: answerWithinMs }, false);
    return;
  }
  const scope = writes === "SHARED_ATTRIBUTE" ? "SHARED_SCOPE" : "SERVER_SCOPE";
  const isWhole = form === "FORM" && key === undefined;
  const values = isWhole && typeof value === "object" && value !== null ? Object.entries(value) : [[key ?? "", value]];
  for (const [name, one] of values) await saveAttribute(deviceId, scope, String(name), one);
}
