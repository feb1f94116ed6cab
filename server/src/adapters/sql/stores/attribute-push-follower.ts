import { topics } from "@heliograph/contract";
import { attributePushes } from "../../../core/mqtt-sessions/index.ts";
import type { AttributeFollower } from "./attribute-store.ts";
import { queuePush } from "./queue-push.ts";

/** Queues what a change of shared attributes means for absent devices, in the change's own transaction [MQ7]. */
export const followWithPushes =
  (queueBound: number): AttributeFollower =>
  async (trx, { scope, deviceId, time, values, deleted }) => {
    if (scope !== "SHARED_SCOPE") return;
    for (const payload of attributePushes(values, deleted)) {
      await queuePush(trx, { deviceId, topic: topics.attributes, payload, time }, queueBound);
    }
  };
