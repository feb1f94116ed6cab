import type { ChangesQuery } from "@heliograph/contract";
import { epochMs } from "../../../kernel/time.ts";
import { maxAbsoluteTs, type Sample, type TimeRange, valueAsJson } from "../../telemetry/index.ts";
import type { AnswerPiece } from "../data-piece.ts";
import type { Answer, Answering } from "./answering.ts";
import { type CountedSeries, countedSeries, shifted } from "./counted-series.ts";
import { newestTold } from "./newest-told.ts";
import { SilenceFinder } from "./silences.ts";

/** When values became other ones, the first tells what was there before; then, when nothing was measured [DSH4]. */
export const answerChanges: Answer<ChangesQuery> = async function* (query, answering) {
  const range = shifted(answering, query.shiftMs);
  const series = await countedSeries(answering, query.keys, range);
  for (const one of series) {
    if (answering.gone.aborted) return;
    yield* changesOf(answering, range, one);
  }
};

async function* changesOf(answering: Answering, range: TimeRange, series: CountedSeries): AsyncGenerator<AnswerPiece> {
  const { deviceId, key, points } = series;
  const earlier = await lastBefore(answering, series, range);
  const before = earlier.at(-1);
  const piece = (samples: readonly Sample[]): AnswerPiece => ({
    is: "samples",
    form: "CHANGES",
    deviceId,
    key,
    samples,
  });
  if (!before && points === 0) {
    const latest = await newestTold(answering, deviceId, { only: [key] });
    yield { is: "empty", deviceId, key, lastTs: latest.get(key)?.ts ?? null, notNumbers: 0 };
    return;
  }
  if (before) yield piece([before]);
  let last = before && valueAsJson(before.value);
  const silences = new SilenceFinder();
  for (const [at, { ts, value }] of earlier.entries())
    silences.see(ts, at > 0 && valueAsJson(value) !== valueAsJson(earlier[at - 1]?.value ?? value));
  for await (const chunk of answering.sources.telemetry.scan(deviceId, key, range, "ASC")) {
    if (answering.gone.aborted) return;
    const changed = chunk.filter(({ ts, value }) => {
      const json = valueAsJson(value);
      const isOther = json !== last;
      last = json;
      silences.see(ts, isOther);
      return isOther;
    });
    answering.budget.takeValues(changed.length);
    if (changed.length > 0) yield piece(changed);
  }
  const found = silences.found();
  answering.budget.takeValues(found?.gaps.length ?? 0);
  if (found) yield { is: "gaps", deviceId, key, ...found };
}

/** So many tell how often a device sends: one that fell silent long ago is silent all the time. */
const earlierPoints = 20;

/** The value that holds when the time begins, behind some that came before it. */
async function lastBefore(
  { sources, times }: Answering,
  { deviceId, key }: CountedSeries,
  { from }: TimeRange,
): Promise<readonly Sample[]> {
  const earlier = { from: times.notBefore ?? epochMs(-maxAbsoluteTs), to: from };
  if (earlier.from >= from) return [];
  const found: Sample[] = [];
  for await (const chunk of sources.telemetry.scan(deviceId, key, earlier, "DESC", earlierPoints)) found.push(...chunk);
  return found.reverse();
}
