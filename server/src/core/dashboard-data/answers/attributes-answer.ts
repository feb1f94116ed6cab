import type { AttributesQuery } from "@heliograph/contract";
import type { Answer } from "./answering.ts";

/** Attributes of each device as they are now; of those that changed since the reader's time nobody knows what they were. */
export const answerAttributes: Answer<AttributesQuery> = async function* ({ scope, keys }, answering) {
  const { sources, devices, budget, gone, times } = answering;
  budget.takeSeries(devices.length * keys.length);
  for (const { id: deviceId } of devices) {
    if (gone.aborted) return;
    const read = await sources.attributes.read(deviceId, { only: keys }, [scope]);
    const attributes = read.filter(({ lastUpdateTs }) => lastUpdateTs < (times.until ?? Number.POSITIVE_INFINITY));
    budget.takeValues(attributes.length);
    yield { is: "attributes", deviceId, attributes };
  }
};
