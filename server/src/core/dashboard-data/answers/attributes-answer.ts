import type { AttributesQuery } from "@heliograph/contract";
import type { Answer } from "./answering.ts";

/** Attributes of each device as they are now. */
export const answerAttributes: Answer<AttributesQuery> = async function* ({ scope, keys }, answering) {
  const { sources, devices, budget, gone } = answering;
  budget.takeSeries(devices.length * keys.length);
  for (const { id: deviceId } of devices) {
    if (gone.aborted) return;
    const attributes = await sources.attributes.read(deviceId, { only: keys }, [scope]);
    budget.takeValues(attributes.length);
    yield { is: "attributes", deviceId, attributes };
  }
};
