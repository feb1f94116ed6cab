import { setImmediate as nextTurn } from "node:timers/promises";
import { type KeyMatches, type KeyQuestion, keyTest } from "../../core/channel-search/index.ts";
import { IdSet } from "../../kernel/id-set.ts";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import { latestPerTurn } from "./limits.ts";
import type { DeviceKeys, SeriesDirectory } from "./series/series-directory.ts";

/** Keys and their devices by name, out of the directory that the engine has in memory anyway. */
export class KeySearch implements KeyMatches {
  readonly #directory: SeriesDirectory;

  constructor(directory: SeriesDirectory) {
    this.#directory = directory;
  }

  async keys(tenant: TenantId, question: KeyQuestion, atMost: number): Promise<readonly string[]> {
    const isMeant = keyTest(question);
    const [seen, found, pauses] = [new Set<string>(), [] as string[], new LoopPauses()];
    for (const [, keys] of this.#directory.devicesOf(tenant)) {
      for (const key of keys.keys()) {
        if (pauses.isDue) await pauses.take();
        if (seen.has(key)) continue;
        seen.add(key);
        if (isMeant(key)) found.push(key);
        if (found.length === atMost) return found;
      }
    }
    return found;
  }

  async devices(tenant: TenantId, keys: readonly string[]): Promise<IdSet<DeviceId>> {
    const [wanted, found, pauses] = [new Set(keys), new IdSet<DeviceId>(), new LoopPauses()];
    for (const [device, known] of this.#directory.devicesOf(tenant)) {
      if (hasOne(known, wanted, pauses)) found.add(device);
      if (pauses.isDue) await pauses.take();
    }
    return found;
  }
}

/** By the shorter of the two. */
function hasOne(known: DeviceKeys, wanted: ReadonlySet<string>, pauses: LoopPauses): boolean {
  const [few, many] = known.size < wanted.size ? [known, wanted] : [wanted, known];
  for (const key of few.keys()) {
    pauses.count++;
    if (many.has(key)) return true;
  }
  return false;
}

/** Lets others have the event loop now and then. */
class LoopPauses {
  count = 0;

  get isDue(): boolean {
    return ++this.count >= latestPerTurn;
  }

  take(): Promise<unknown> {
    this.count = 0;
    return nextTurn();
  }
}
