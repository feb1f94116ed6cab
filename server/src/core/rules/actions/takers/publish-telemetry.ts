import { epochMs } from "../../../../kernel/time.ts";
import { type Ingest, keepPoints } from "../../../telemetry/index.ts";
import type { ActionTaker } from "../action-taker.ts";
import { type HopMarks, publishedTs } from "../hop-marks.ts";
import { publishedValue } from "./published-value.ts";

/** Writes a point at the time of what happened: asked again it writes the same one. */
export const publishTelemetry = (ingest: Ingest, hops: Pick<HopMarks, "mark">): ActionTaker<"PUBLISH_TELEMETRY"> => ({
  kind: "PUBLISH_TELEMETRY",
  isStored: false,
  carryOut: async (order) => {
    const { deviceId: id, tenantId, action } = order;
    const ts = epochMs(publishedTs(order));
    const value = publishedValue(order);
    hops.mark(id, action.key, ts, order.hops);
    await keepPoints(ingest, { id, tenantId }, [{ key: action.key, ts, value }]);
    return `${action.key} is ${JSON.stringify(value)}`;
  },
});
