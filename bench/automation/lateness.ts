// How late `for` and missing data are told when nothing arrives [RUL2, RUL3]: from the moment something is due until its alarm is stored
// and can be seen. Many devices at once, while others send as much as a node takes.
import { setTimeout as sleep } from "node:timers/promises";
import type { RuleDefinition } from "@heliograph/contract";
import { type DeviceId, newId, type RuleId } from "../../server/src/kernel/ids.ts";
import { epochMs, systemClock } from "../../server/src/kernel/time.ts";
import { devicesLike, type StoredTestDevice } from "../../test/support/stored-device.ts";
import { insertRule, type RulePlace, share, within, written } from "./rule-place.ts";

const devices = Number(process.env["BENCH_TIMED_DEVICES"] ?? 2_000);
const heldMs = 3_000;
const silentMs = 5_000;
/** Devices begin one after another over this time. */
const spreadMs = 2_000;
const patienceMs = 60_000;

const base = { inputs: [{ kind: "TELEMETRY", name: "t", key: "t" }], actions: [] } satisfies Partial<RuleDefinition>;
const hot = { kind: "COMPARE", input: "t", comparison: "GREATER", value: 80 } as const;

const rulesFor = (deviceIds: readonly string[], part: number): readonly RuleDefinition[] => [
  {
    ...{ ...base, scope: { kind: "DEVICE", deviceIds: [...deviceIds] }, alarmType: `Held ${part}` },
    steps: [{ severity: "MAJOR", when: hot, for: { ms: heldMs } }],
  },
  {
    ...{ ...base, scope: { kind: "DEVICE", deviceIds: [...deviceIds] }, alarmType: `Silent ${part}`, steps: [] },
    noData: { afterMs: silentMs, policy: "RAISE", severity: "WARNING" },
  },
];

/** One rule names at most so many devices. */
const devicesPerRule = 100;

async function addRules({ database, rules }: RulePlace, of: StoredTestDevice, ids: readonly DeviceId[]): Promise<void> {
  for (let from = 0; from < ids.length; from += devicesPerRule) {
    for (const definition of rulesFor(ids.slice(from, from + devicesPerRule), from)) {
      await insertRule(database, of.tenantId, `${definition.alarmType} ${newId<RuleId>()}`, definition);
    }
  }
  rules.changed();
  await rules.settled();
}

/** Others send all the while. */
async function load({ points }: RulePlace, ids: readonly DeviceId[], signal: AbortSignal): Promise<void> {
  for (let at = 0; !signal.aborted; at++) {
    const ts = epochMs(systemClock());
    await Promise.all(ids.map((id) => points.append(id, [{ key: "other", ts: epochMs(ts + at), value: at }])));
    await sleep(5);
  }
}

interface Lateness {
  readonly held: readonly number[];
  readonly silent: readonly number[];
}

const lateness = (isBusy: boolean): Promise<Lateness> =>
  within(async (place) => {
    const [of] = place.devices;
    if (!of) throw new Error("there is no device");
    const ids = await devicesLike(place.database, of.id, devices);
    await addRules(place, of, ids);
    const sentAt = new Map<string, number>();
    const late: { held: number[]; silent: number[] } = { held: [], silent: [] };
    place.events.subscribe("alarm-changed", ({ deviceId, isOpen }) => {
      const sent = sentAt.get(deviceId);
      if (!isOpen || sent === undefined) return;
      const [waitedMs, isHeld] = [performance.now() - sent, performance.now() - sent < (heldMs + silentMs) / 2];
      (isHeld ? late.held : late.silent).push(waitedMs - (isHeld ? heldMs : silentMs));
    });
    const others = new AbortController();
    const loaded = isBusy
      ? load(
          place,
          place.devices.map(({ id }) => id),
          others.signal,
        )
      : undefined;
    for (const [at, id] of ids.entries()) {
      if (at % 20 === 0) await sleep((spreadMs * 20) / ids.length);
      const stored = place.points.append(id, [{ key: "t", ts: systemClock(), value: 90 }]);
      void stored.then(() => sentAt.set(id, performance.now()));
    }
    for (let waited = 0; late.held.length + late.silent.length < 2 * ids.length && waited < patienceMs; waited += 100)
      await sleep(100);
    others.abort();
    await loaded;
    return { held: late.held.toSorted((a, b) => a - b), silent: late.silent.toSorted((a, b) => a - b) };
  });

const told = (late: readonly number[]): string =>
  `p50 ${written(share(late, 0.5))} ms, p99 ${written(share(late, 0.99))} ms, latest ${written(late.at(-1) ?? Number.NaN)} ms (${late.length} of ${devices})`;

export async function measureLateness(tell: (line: string) => void): Promise<void> {
  for (const isBusy of [false, true]) {
    const { held, silent } = await lateness(isBusy);
    tell(
      `alarms of ${written(devices)} devices after they were due${isBusy ? ", while 100 others send" : ""} (aim: 1,000 ms):`,
    );
    tell(`  for ${heldMs / 1_000} s: ${told(held)}`);
    tell(`  no data for ${silentMs / 1_000} s: ${told(silent)}`);
  }
}
