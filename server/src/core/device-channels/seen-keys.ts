import type { ChannelKind } from "@heliograph/contract";
import type { DeviceId } from "../../kernel/ids.ts";
import { longWork, PieceTime } from "../../kernel/long-work-queue.ts";
import type { EpochMs } from "../../kernel/time.ts";
import { JsonDocument, type TelemetryStore, type TelemetryValue } from "../telemetry/index.ts";

interface SeenKey {
  readonly key: string;
  /** How many devices sent it. */
  readonly devices: number;
  /** The one whose latest value this is. */
  readonly device: DeviceId;
  readonly kind: ChannelKind;
  readonly ts: EpochMs;
  readonly value: string;
}

/** A channel of the type, and on how many devices it is seen. */
interface SeenChannel {
  readonly key: string;
  readonly devices: number;
}

export interface SeenKeys {
  readonly devices: number;
  readonly total: number;
  readonly keys: readonly SeenKey[];
  readonly described: readonly SeenChannel[];
}

/** More are a mistake of the devices rather than something to describe one by one. */
const keysAtMost = 500;
/** So many different keys are compared with what the type describes. */
export const lookedAtMost = 20_000;
const longestValue = 100;

/** The channel of the type that describes a key, if one does. */
type ChannelOf = (key: string) => string | undefined;

/** The keys of these devices that are new, those that most of them send first, and how many send what is described. */
export async function seenKeys(
  telemetry: Pick<TelemetryStore, "keys" | "latest">,
  devices: readonly DeviceId[],
  channelOf: ChannelOf,
  textOf: (value: TelemetryValue) => string,
): Promise<SeenKeys> {
  const { senders, counts } = await countKeys(telemetry, devices, channelOf);
  const shown = [...senders].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1)).slice(0, keysAtMost);
  const keys: SeenKey[] = [];
  for (const [device, wanted] of Map.groupBy(shown, ([, { first }]) => first)) {
    const latest = await telemetry.latest(device, { only: wanted.map(([key]) => key) });
    for (const [key, { count }] of wanted) {
      const sample = latest.get(key);
      if (!sample) continue; // deleted meanwhile
      const value = textOf(sample.value).slice(0, longestValue);
      keys.push({ key, devices: count, device, kind: kindOf(sample.value), ts: sample.ts, value });
    }
  }
  keys.sort((a, b) => b.devices - a.devices || (a.key < b.key ? -1 : 1));
  const described = [...counts].map(([key, count]) => ({ key, devices: count }));
  return { devices: devices.length, total: senders.size, keys, described };
}

interface Counted {
  /** New keys: how many devices sent each, and the first of them. */
  readonly senders: ReadonlyMap<string, { readonly count: number; readonly first: DeviceId }>;
  /** Channels of the type: a device counts once, however many of its keys a pattern describes. */
  readonly counts: ReadonlyMap<string, number>;
}

/** In pieces, for ten thousand patterns take their time [API11]. */
async function countKeys(
  telemetry: Pick<TelemetryStore, "keys">,
  devices: readonly DeviceId[],
  channelOf: ChannelOf,
): Promise<Counted> {
  const senders = new Map<string, { count: number; readonly first: DeviceId }>();
  const [channels, counts, piece] = [new Map<string, string>(), new Map<string, number>(), new PieceTime()];
  const look = (key: string, first: DeviceId) => {
    const channel = channelOf(key);
    if (channel === undefined) senders.set(key, { count: 0, first });
    else channels.set(key, channel);
  };
  for (const id of devices) {
    const met = new Set<string>();
    for (const key of await telemetry.keys(id)) {
      const isKnown = senders.has(key) || channels.has(key);
      if (!isKnown && senders.size + channels.size < lookedAtMost) look(key, id);
      const [sent, channel] = [senders.get(key), channels.get(key)];
      if (sent) sent.count++;
      if (channel !== undefined) met.add(channel);
      if (!piece.isUp) continue;
      await longWork.nextPiece();
      piece.restart();
    }
    for (const channel of met) counts.set(channel, (counts.get(channel) ?? 0) + 1);
  }
  return { senders, counts };
}

function kindOf(value: TelemetryValue): ChannelKind {
  if (typeof value === "boolean") return "state";
  if (typeof value === "number" || typeof value === "bigint") return "number";
  return value instanceof JsonDocument && /"lat(itude)?"/i.test(value.text) ? "position" : "text";
}
