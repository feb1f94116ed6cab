import type { ChangesQuery } from "@heliograph/contract";
import { epochMs } from "../../../kernel/time.ts";
import { maxAbsoluteTs, type Sample, type TimeRange, valueAsJson } from "../../telemetry/index.ts";
import type { AnswerPiece } from "../data-piece.ts";
import type { Answer, Answering } from "./answering.ts";
import { type CountedSeries, countedSeries, shifted } from "./counted-series.ts";

/** When values became other ones; the first tells what was there before [DSH4]. */
export const answerChanges: Answer<ChangesQuery> = async function* (query, answering) {
  const range = shifted(answering.range, query.shiftMs);
  const series = await countedSeries(answering, query.keys, range);
  for (const one of series) {
    if (answering.gone.aborted) return;
    yield* changesOf(answering, range, one);
  }
};

async function* changesOf(answering: Answering, range: TimeRange, series: CountedSeries): AsyncGenerator<AnswerPiece> {
  const { deviceId, key, points } = series;
  const before = await lastBefore(answering, series, range);
  const piece = (samples: readonly Sample[]): AnswerPiece => ({
    is: "samples",
    form: "CHANGES",
    deviceId,
    key,
    samples,
  });
  if (!before && points === 0) {
    const latest = await answering.sources.telemetry.latest(deviceId, { only: [key] });
    yield { is: "empty", deviceId, key, lastTs: latest.get(key)?.ts ?? null, notNumbers: 0 };
    return;
  }
  if (before) yield piece([before]);
  let last = before && valueAsJson(before.value);
  for await (const chunk of answering.sources.telemetry.scan(deviceId, key, range, "ASC")) {
    if (answering.gone.aborted) return;
    const changed = chunk.filter(({ value }) => {
      const json = valueAsJson(value);
      const isOther = json !== last;
      last = json;
      return isOther;
    });
    answering.budget.takeValues(changed.length);
    if (changed.length > 0) yield piece(changed);
  }
}

/** The value that holds when the time begins. */
async function lastBefore(
  { sources }: Answering,
  { deviceId, key }: CountedSeries,
  { from }: TimeRange,
): Promise<Sample | undefined> {
  const earlier = { from: epochMs(-maxAbsoluteTs), to: from };
  if (earlier.from >= from) return undefined;
  for await (const [sample] of sources.telemetry.scan(deviceId, key, earlier, "DESC", 1)) return sample;
  return undefined;
}
