import { type Static, Type } from "typebox";
import { nullable } from "./nullable.ts";
import { TenantRecord } from "./tenants.ts";
import { latestVersion } from "./time.ts";

const most = 1_000_000_000_000_000;

const limit = (description: string, example: number, maximum = most) =>
  Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum,
        description: `${description}; null or missing: only the node's limit counts`,
        examples: [example],
      }),
    ),
  );

/** What a tenant may use; no field is passed over, a misspelt one would limit nothing [API7]. A limit of the node counts, too: the stricter of both is in force [MQ9]. */
export const TenantLimitsRecord = Type.Object(
  {
    deviceMessages: limit("Messages per second of one device", 50),
    devicePoints: limit("Points per second of one device", 500),
    tenantMessages: limit("Messages per second of all devices together", 5_000),
    tenantPoints: limit("Points per second of all devices together", 50_000),
    series: limit("Telemetry series (keys of devices) of all devices together", 100_000),
    fileQuota: limit("Bytes all files together may take", 107_374_182_400),
    devices: limit("Devices", 1_000),
    users: limit("Users", 50),
    attributeQuota: limit("Bytes the attributes of all devices together may take", 104_857_600),
    indexingTime: limit("Seconds of an hour that reading files in the background may take", 600, 3_600),
    version: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: latestVersion,
        description: "Counts changes; with it, a change meanwhile is 409",
        examples: [3],
      }),
    ),
  },
  { additionalProperties: false },
);
export type TenantLimitsRecord = Static<typeof TenantLimitsRecord>;

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

/** What a tenant uses at this moment [QTA1]. */
export const TenantUsageRecord = Type.Object({
  devices: count("Devices", 812),
  users: count("Users", 12),
  series: count("Telemetry series", 9_120),
  fileBytes: count("Bytes of files", 5_368_709_120),
  attributeBytes: count("Bytes of attributes: keys and values", 1_048_576),
  indexingSeconds: count("Seconds files were read in the background within the last hour", 42),
  messages: Type.Number({ description: "Messages per second, mean of the last ten seconds", examples: [118.4] }),
  points: Type.Number({ description: "Points per second, mean of the last ten seconds", examples: [1180.2] }),
});
export type TenantUsageRecord = Static<typeof TenantUsageRecord>;

export const TenantWithUsage = Type.Object({
  ...TenantRecord.properties,
  limits: TenantLimitsRecord,
  usage: TenantUsageRecord,
});
export type TenantWithUsage = Static<typeof TenantWithUsage>;
