import type { PageInterest, PageNews } from "@heliograph/client";
import type { DataRequest, WatchedSelection } from "@heliograph/contract";
import type { PageAnswer, QuestionAnswer } from "./page-answer.ts";

interface LiveValue {
  readonly ts: number;
  readonly value: unknown;
}

/** What was heard of a page: by device, then by key. It grows no larger than the page, whatever comes. */
export class HeardValues {
  readonly #byDevice = new Map<string, Map<string, LiveValue>>();

  get isEmpty(): boolean {
    return this.#byDevice.size === 0;
  }

  of(deviceId: string, key: string): LiveValue | undefined {
    return this.#byDevice.get(deviceId)?.get(key);
  }

  /** True where the page's own answer is about other devices or keys than there are now, and has to be asked for again. */
  hear({ type, devices = {} }: PageNews): boolean {
    if (type === "state") this.#byDevice.clear();
    const others = Object.entries(devices).filter(([id, values]) => this.#hearDevice(id, values));
    return type === "change" && others.length > 0;
  }

  #hearDevice(id: string, values: Readonly<Record<string, LiveValue | null>> | null): boolean {
    if (values === null) return this.#byDevice.delete(id);
    const known = this.#byDevice.get(id) ?? new Map<string, LiveValue>();
    const before = this.#byDevice.has(id) ? known.size : -1;
    this.#byDevice.set(id, known);
    let isOther = false;
    for (const [key, value] of Object.entries(values)) {
      if (value) known.set(key, value);
      else isOther = known.delete(key) || isOther;
    }
    return isOther || known.size !== before;
  }
}

/** Keys that one entry of the subscription names at most. */
const keysAtMost = 100;

/** Which keys of which devices a page shows the newest value of: chosen on the server, as its questions are [DSH4]. */
export function pageInterest({ queries, variables = {} }: DataRequest): PageInterest | undefined {
  const bySelection = new Map<string, Set<string>>();
  for (const query of Object.values(queries)) {
    if (query.kind !== "LATEST" || !query.keys) continue; // all keys of many devices are asked for now and then
    const devices = JSON.stringify(query.devices);
    bySelection.set(devices, new Set([...(bySelection.get(devices) ?? []), ...query.keys]));
  }
  const watch = [...bySelection].flatMap(([devices, keys]) => {
    const all = [...keys].sort();
    const parts = Array.from({ length: Math.ceil(all.length / keysAtMost) }, (_, at) => at * keysAtMost);
    return parts.map(
      (at): WatchedSelection => ({
        devices: JSON.parse(devices) as WatchedSelection["devices"],
        keys: all.slice(at, at + keysAtMost),
      }),
    );
  });
  return watch.length === 0 ? undefined : { type: "watchPage", watch, variables };
}

/** The answer with values that are newer than its own; questions nothing was heard of stay the same objects. */
export function withLive(answer: PageAnswer, live: HeardValues): PageAnswer {
  if (live.isEmpty) return answer;
  return new Map([...answer].map(([name, one]) => [name, liveAnswer(one, live)]));
}

function liveAnswer(one: QuestionAnswer, live: HeardValues): QuestionAnswer {
  const newer = [...one.latest].flatMap(([deviceId, values]) => {
    const heard = Object.entries(values).flatMap(([key, { ts }]) => {
      const value = live.of(deviceId, key);
      return value && value.ts > ts ? [[key, value] as const] : [];
    });
    return heard.length > 0 ? [[deviceId, { ...values, ...Object.fromEntries(heard) }] as const] : [];
  });
  return newer.length > 0 ? { ...one, latest: new Map([...one.latest, ...newer]) } : one;
}
