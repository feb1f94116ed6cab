import type { DataRequest } from "@heliograph/contract";
import type { PageAnswer, QuestionAnswer } from "./page-answer.ts";

interface LiveValue {
  readonly ts: number;
  readonly value: unknown;
}

/** What was heard since: by device, then by key. */
export type LiveValues = ReadonlyMap<string, ReadonlyMap<string, LiveValue>>;

/** Which keys of which devices a page shows the newest value of: each device once, however many widgets show it [DSH4]. */
export function watchedBy(
  { queries }: Pick<DataRequest, "queries">,
  answer: PageAnswer,
): ReadonlyMap<string, string[]> {
  const watched = new Map<string, Set<string>>();
  for (const [name, query] of Object.entries(queries)) {
    if (query.kind !== "LATEST" || !query.keys) continue; // all keys of many devices are asked for now and then
    for (const { id } of answer.get(name)?.devices ?? []) {
      watched.set(id.id, new Set([...(watched.get(id.id) ?? []), ...query.keys]));
    }
  }
  return new Map([...watched].map(([device, keys]) => [device, [...keys].sort()]));
}

type Heard = Readonly<Record<string, LiveValue | null>>;

/** With what came; a key that is gone is found out by the next question. */
export function withHeard(before: LiveValues, deviceId: string, heard: Heard): LiveValues {
  const known = Object.entries(heard).flatMap(([key, one]) => (one ? [[key, one] as const] : []));
  return new Map([...before, [deviceId, new Map([...(before.get(deviceId) ?? []), ...known])]]);
}

/** The answer with values that are newer than its own; questions nothing was heard of stay the same objects. */
export function withLive(answer: PageAnswer, live: LiveValues): PageAnswer {
  if (live.size === 0) return answer;
  return new Map([...answer].map(([name, one]) => [name, liveAnswer(one, live)]));
}

function liveAnswer(one: QuestionAnswer, live: LiveValues): QuestionAnswer {
  const newer = [...one.latest].flatMap(([deviceId, values]) => {
    const heard = Object.entries(values).flatMap(([key, { ts }]) => {
      const value = live.get(deviceId)?.get(key);
      return value && value.ts > ts ? [[key, value] as const] : [];
    });
    return heard.length > 0 ? [[deviceId, { ...values, ...Object.fromEntries(heard) }] as const] : [];
  });
  return newer.length > 0 ? { ...one, latest: new Map([...one.latest, ...newer]) } : one;
}
