import type { LatestQuery } from "@heliograph/contract";
import { readAhead } from "../read-ahead.ts";
import { type Answer, type Answering, readsAtOnce } from "./answering.ts";
import { newestOfMany, newestTold } from "./newest-told.ts";

/** The newest values of each device. */
export const answerLatest: Answer<LatestQuery> = async function* ({ keys }, answering) {
  const { devices, budget, gone } = answering;
  budget.takeLatest(devices.length * (keys?.length ?? 1));
  const newest = keys ? newestOfMany(answering, idsOf(answering), keys) : ofAllKeys(answering);
  for await (const { deviceId, samples } of newest) {
    if (gone.aborted) return;
    budget.takeValues(samples.size);
    yield { is: "latest", deviceId, samples };
  }
};

const idsOf = ({ devices }: Pick<Answering, "devices">) => devices.map(({ id }) => id);

/** Which keys there are is another answer for each device. */
const ofAllKeys = (answering: Answering) =>
  readAhead(idsOf(answering), readsAtOnce, async (deviceId) => ({
    deviceId,
    samples: answering.gone.aborted ? new Map() : await newestTold(answering, deviceId, "all"),
  }));
