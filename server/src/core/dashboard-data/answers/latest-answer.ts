import type { LatestQuery } from "@heliograph/contract";
import { readAhead } from "../read-ahead.ts";
import { type Answer, readsAtOnce } from "./answering.ts";
import { newestTold } from "./newest-told.ts";

/** The newest values of each device. */
export const answerLatest: Answer<LatestQuery> = async function* ({ keys }, answering) {
  const { devices, budget, gone } = answering;
  const selection = keys ? { only: keys } : "all";
  budget.takeLatest(devices.length * (keys?.length ?? 1));
  const read = async ({ id }: (typeof devices)[number]) => ({
    deviceId: id,
    samples: gone.aborted ? new Map() : await newestTold(answering, id, selection),
  });
  for await (const { deviceId, samples } of readAhead(devices, readsAtOnce, read)) {
    if (gone.aborted) return;
    budget.takeValues(samples.size);
    yield { is: "latest", deviceId, samples };
  }
};
