import type { TelemetryStore, TelemetryValue } from "../../../server/src/core/telemetry/index.ts";
import type { DeviceId } from "../../../server/src/kernel/ids.ts";
import { epochMs } from "../../../server/src/kernel/time.ts";

export const producers = [0, 1, 2, 3] as const;
export const keysOfBatch = ["temperature", "count", "open", "state"] as const;

export const deviceOf = (round: number, producer: number): DeviceId =>
  `round-${round}-producer-${producer}` as DeviceId;

/** The value every point must have: it follows from its place and version, so a wrong one cannot go unseen. */
export function valueFor(key: (typeof keysOfBatch)[number], n: number, version: number): TelemetryValue {
  if (key === "temperature") return Math.round(2000 + (n % 977) + version) / 100;
  if (key === "count") return n * 10 + version;
  if (key === "open") return (n + version) % 2 === 0;
  return `state ${n % 13} version ${version}`;
}

/** What one producer of one round said: for each batch the versions sent and acknowledged, and what it took away. */
interface Heard {
  readonly sent: Map<number, number>;
  readonly acknowledged: Map<number, number>;
  /** Batches whose removal was asked for; until it is done, each of their points may be there or not. */
  readonly removing: Set<number>;
  readonly removed: Set<number>;
}

const heardNothing = (): Heard => ({
  sent: new Map(),
  acknowledged: new Map(),
  removing: new Set(),
  removed: new Set(),
});

function hear(heard: Heard, what: string, first: number, second: number): void {
  if (what === "sent" || what === "acknowledged") heard[what].set(first, Math.max(second, heard[what].get(first) ?? 0));
  else if (what === "removing" || what === "removed") for (let n = first; n < second; n++) heard[what].add(n);
}

/** Reads the producers' output; a line cut off by the kill counts for nothing. */
export function heardFrom(output: string): Heard[] {
  const heard = producers.map(heardNothing);
  for (const line of output.split("\n").slice(0, -1)) {
    const [what = "", producer, first, second] = line.split(" ");
    const of = heard[Number(producer)];
    if (of) hear(of, what, Number(first), Number(second));
  }
  return heard;
}

type Stored = Map<number, Map<string, TelemetryValue>>;

async function storedOf(store: TelemetryStore, device: DeviceId): Promise<Stored> {
  const stored: Stored = new Map();
  for (const key of keysOfBatch) {
    for await (const chunk of store.scan(device, key, { from: epochMs(0), to: epochMs(1e12) })) {
      for (const { ts, value } of chunk) stored.set(ts, (stored.get(ts) ?? new Map()).set(key, value));
    }
  }
  return stored;
}

/** The version a batch has in the store, or undefined when it is no version as a whole. */
function versionOf(values: ReadonlyMap<string, TelemetryValue>, n: number): number | undefined {
  return [0, 1].find((version) => keysOfBatch.every((key) => values.get(key) === valueFor(key, n, version)));
}

/** Everything that is wrong with what the store has of one producer: empty when it kept its word [REL1]. */
export async function faultsOf(store: TelemetryStore, device: DeviceId, heard: Heard): Promise<string[]> {
  const stored = await storedOf(store, device);
  return [...lost(stored, heard), ...unexpected(stored, heard)].map((fault) => `${device}: ${fault}`);
}

function* lost(stored: Stored, { acknowledged, removing }: Heard): Generator<string> {
  for (const [n, version] of acknowledged) {
    const found = stored.get(n);
    if (removing.has(n)) continue;
    if (found === undefined) yield `acknowledged batch ${n} is missing`;
    else if ((versionOf(found, n) ?? -1) < version) yield `batch ${n} lost its version ${version}`;
  }
}

function* unexpected(stored: Stored, { sent, removing, removed }: Heard): Generator<string> {
  for (const [n, values] of stored) {
    const version = versionOf(values, n);
    if (removed.has(n)) yield `batch ${n} was removed and is there`;
    else if (version === undefined && !removing.has(n)) yield `batch ${n} is not whole: ${[...values].join(" ")}`;
    else if ((version ?? 0) > (sent.get(n) ?? -1)) yield `batch ${n} version ${version} was never sent`;
  }
}
