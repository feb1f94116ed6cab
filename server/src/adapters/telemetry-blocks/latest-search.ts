import { setImmediate as nextTurn } from "node:timers/promises";
import { type LatestMatches, type LatestQuestion, latestTest } from "../../core/device-groups/index.ts";
import type { Sample } from "../../core/telemetry/index.ts";
import { IdSet } from "../../kernel/id-set.ts";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import type { LatestCache } from "./heads/latest-cache.ts";
import { latestPerRead, latestPerTurn } from "./limits.ts";
import type { DevicesWithKey } from "./series/key-index.ts";
import type { SeriesDirectory } from "./series/series-directory.ts";

interface SearchParts {
  readonly directory: SeriesDirectory;
  readonly latest: LatestCache;
  /** The newest points as the blocks have them, in order; kept among the latest values from then on. */
  readonly read: (series: readonly number[]) => Promise<readonly (Sample | undefined)[]>;
}

type Test = (sample: Sample) => boolean;
type Candidate = readonly [DeviceId, number];

/** Latest values looked at to guess how many match. */
const sampleSize = 200;
/** Finding the series of a device costs as much as looking at so many latest values in a row. */
const lookUpCost = 4;

/** Devices by the newest value of a key, out of the values the engine has at hand anyway [PRJ2]. */
export class LatestSearch implements LatestMatches {
  readonly #parts: SearchParts;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  /** Whoever has the key and a value that nobody looked at yet may match. */
  async estimate(tenant: TenantId, question: LatestQuestion): Promise<number> {
    const { directory, latest } = this.#parts;
    const devices = await directory.devicesWith(question.key);
    const test = latestTest(question);
    let [looked, matching] = [0, 0];
    for (const [device, series] of devices) {
      if (looked === sampleSize) break;
      looked++;
      const sample = this.#isOthers(tenant, device) ? "none" : latest.get(series);
      if (sample === undefined || (sample !== "none" && test(sample))) matching++;
    }
    return looked < sampleSize ? matching : Math.ceil((devices.size * (matching + 1)) / looked);
  }

  async matching(tenant: TenantId, question: LatestQuestion, within?: IdSet<DeviceId>): Promise<IdSet<DeviceId>> {
    const { directory } = this.#parts;
    const devices = await directory.devicesWith(question.key);
    const isShort = within !== undefined && within.size * lookUpCost < devices.size;
    const candidates = isShort ? named(devices, within) : devices;
    return this.#passing(
      candidates,
      latestTest(question),
      (device) => isShort || (!this.#isOthers(tenant, device) && (within === undefined || within.has(device))),
    );
  }

  async #passing(
    candidates: Iterable<Candidate>,
    test: Test,
    isWanted: (device: DeviceId) => boolean,
  ): Promise<IdSet<DeviceId>> {
    const [found, unread, seen] = [new IdSet<DeviceId>(), [] as Candidate[], { count: 0 }];
    for (const candidate of candidates) {
      const [device, series] = candidate;
      const sample = this.#parts.latest.get(series);
      if (sample === undefined) {
        if (isWanted(device)) unread.push(candidate);
      } else if (sample !== "none" && test(sample) && isWanted(device)) found.add(device);
      if (++seen.count % latestPerTurn === 0) await nextTurn();
    }
    await this.#addRead(unread, test, found);
    return found;
  }

  /** After a start most values are only in blocks; whoever asks first waits for those it is about. */
  async #addRead(unread: readonly Candidate[], test: Test, found: IdSet<DeviceId>): Promise<void> {
    for (let at = 0; at < unread.length; at += latestPerRead) {
      const some = unread.slice(at, at + latestPerRead);
      const samples = await this.#parts.read(some.map(([, series]) => series));
      for (const [index, [device]] of some.entries()) {
        const sample = samples[index];
        if (sample && test(sample)) found.add(device);
      }
    }
  }

  #isOthers(tenant: TenantId, device: DeviceId): boolean {
    const owner = this.#parts.directory.ownerOf(device);
    return owner !== undefined && owner !== tenant;
  }
}

function* named(devices: DevicesWithKey, ids: Iterable<DeviceId>): Generator<Candidate> {
  for (const id of ids) {
    const series = devices.get(id);
    if (series !== undefined) yield [id, series];
  }
}
