import type { ChannelKind } from "@heliograph/contract";
import type { DeviceId } from "../../kernel/ids.ts";
import { longWork, PieceTime } from "../../kernel/long-work-queue.ts";
import type { EpochMs } from "../../kernel/time.ts";
import { JsonDocument, type TelemetryStore, type TelemetryValue } from "../telemetry/index.ts";

interface SeenKey {
  readonly key: string;
  /** How many devices sent it. */
  readonly devices: number;
  readonly kind: ChannelKind;
  readonly ts: EpochMs;
  readonly value: string;
}

export interface SeenKeys {
  readonly devices: number;
  readonly total: number;
  readonly keys: readonly SeenKey[];
}

/** More are a mistake of the devices rather than something to describe one by one. */
const keysAtMost = 500;
/** So many different keys are compared with what the type describes. */
export const lookedAtMost = 20_000;
const longestValue = 100;

/** The keys of these devices that are new, those that most of them send first. */
export async function seenKeys(
  telemetry: Pick<TelemetryStore, "keys" | "latest">,
  devices: readonly DeviceId[],
  isNew: (key: string) => boolean,
  textOf: (value: TelemetryValue) => string,
): Promise<SeenKeys> {
  const senders = await newKeys(telemetry, devices, isNew);
  const shown = [...senders].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1)).slice(0, keysAtMost);
  const keys: SeenKey[] = [];
  for (const [id, wanted] of Map.groupBy(shown, ([, { first }]) => first)) {
    const latest = await telemetry.latest(id, { only: wanted.map(([key]) => key) });
    for (const [key, { count }] of wanted) {
      const sample = latest.get(key);
      if (!sample) continue; // deleted meanwhile
      const value = textOf(sample.value).slice(0, longestValue);
      keys.push({ key, devices: count, kind: kindOf(sample.value), ts: sample.ts, value });
    }
  }
  keys.sort((a, b) => b.devices - a.devices || (a.key < b.key ? -1 : 1));
  return { devices: devices.length, total: senders.size, keys };
}

/** By key: how many devices sent it, and the first of them. In pieces, for ten thousand patterns take their time [API11]. */
async function newKeys(
  telemetry: Pick<TelemetryStore, "keys">,
  devices: readonly DeviceId[],
  isNew: (key: string) => boolean,
): Promise<Map<string, { count: number; readonly first: DeviceId }>> {
  const senders = new Map<string, { count: number; readonly first: DeviceId }>();
  const [described, piece] = [new Set<string>(), new PieceTime()];
  for (const id of devices)
    for (const key of await telemetry.keys(id)) {
      const known = senders.get(key);
      if (known) known.count++;
      if (known || described.has(key) || senders.size + described.size >= lookedAtMost) continue;
      if (isNew(key)) senders.set(key, { count: 1, first: id });
      else described.add(key);
      if (!piece.isUp) continue;
      await longWork.nextPiece();
      piece.restart();
    }
  return senders;
}

function kindOf(value: TelemetryValue): ChannelKind {
  if (typeof value === "boolean") return "state";
  if (typeof value === "number" || typeof value === "bigint") return "number";
  return value instanceof JsonDocument && /"lat(itude)?"/i.test(value.text) ? "position" : "text";
}
