import { type Static, Type } from "typebox";
import { nullable } from "./nullable.ts";

const most = 1_000_000_000_000_000;

const limit = (description: string, example: number) =>
  Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: most,
        description: `${description}; null or missing: only the node's limit counts`,
        examples: [example],
      }),
    ),
  );

/** What a tenant may use. A limit of the node counts, too: the stricter of both is in force [MQ9]. */
export const TenantLimitsRecord = Type.Object({
  deviceMessages: limit("Messages per second of one device over MQTT", 50),
  devicePoints: limit("Points per second of one device over MQTT", 500),
  tenantMessages: limit("Messages per second of all devices together over MQTT", 5_000),
  tenantPoints: limit("Points per second of all devices together over MQTT", 50_000),
  series: limit("Telemetry series (keys of devices) of all devices together", 100_000),
  fileQuota: limit("Bytes all files together may take", 107_374_182_400),
});
export type TenantLimitsRecord = Static<typeof TenantLimitsRecord>;
