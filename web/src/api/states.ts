import { queryOptions } from "@tanstack/react-query";
import type { AnsweredSeries } from "../dashboards/page-answer.ts";
import { answerTo } from "./page-data.ts";
import { sparkSpan } from "./telemetry.ts";

export interface StateRange {
  readonly deviceId: string;
  readonly keys: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** When channels of a device became other states, with what was there when the time begins. */
export async function readStates(
  { deviceId, keys, from, to }: StateRange,
  signal: AbortSignal,
): Promise<readonly AnsweredSeries[]> {
  const devices = { kind: "DEVICES" as const, deviceIds: [deviceId] };
  const states = { kind: "CHANGES" as const, devices, keys: [...keys] };
  const answer = await answerTo({ states }, signal, { startTs: Math.floor(from), endTs: Math.ceil(to) });
  return answer.get("states")?.series.filter(({ times }) => times.length > 0) ?? [];
}

const sparkEveryMs = 60_000;

/** States of the last hour; it moves on by the minute. */
export const stateSparks = (deviceId: string, keys: readonly string[]) =>
  queryOptions({
    queryKey: ["state-sparks", deviceId, keys],
    queryFn: ({ signal }) => readStates({ deviceId, keys, ...sparkSpan(Date.now()) }, signal),
    enabled: keys.length > 0,
    refetchInterval: sparkEveryMs,
  });
