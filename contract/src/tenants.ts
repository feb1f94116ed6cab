import { type Static, Type } from "typebox";
import { TenantAppearance } from "./appearance.ts";
import { entityId } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { nameText } from "./text.ts";
import { latestVersion, Timestamp } from "./time.ts";

const tenantName = nameText("Tenant name, unique in the installation", "Rail Lab");

export const TenantRecord = Type.Object({ id: entityId("TENANT"), createdTime: Timestamp, name: tenantName });
export type TenantRecord = Static<typeof TenantRecord>;

export const NewTenant = Type.Object({ name: tenantName });

/** How long, in milliseconds: a minute to a century. */
const retention = Type.Integer({
  minimum: 60_000,
  maximum: 3_155_760_000_000,
  description: "Points older than so many milliseconds are removed; null or missing keeps them for ever",
  examples: [31_557_600_000],
});

const historyDepth = Type.Integer({
  minimum: 60_000,
  maximum: 3_155_760_000_000,
  description: "Points older than so many milliseconds are refused when they arrive; null takes all",
  examples: [2_592_000_000],
});

/** With a version saved as a whole; without, what is left out stays as it is, but for the retention. */
export const TenantSettingsRecord = Type.Object(
  {
    telemetryRetention: Type.Optional(nullable(retention)),
    historyDepth: Type.Optional(nullable(historyDepth)),
    title: Type.Optional(TenantAppearance.properties.title),
    accentColor: Type.Optional(TenantAppearance.properties.accentColor),
    logo: Type.Optional(TenantAppearance.properties.logo),
    homePage: Type.Optional(TenantAppearance.properties.homePage),
    version: Type.Optional(
      Type.Integer({
        maximum: latestVersion,
        description: "Counts changes; with it, a change meanwhile is 409",
        examples: [3],
      }),
    ),
  },
  { additionalProperties: false },
);
export type TenantSettingsRecord = Static<typeof TenantSettingsRecord>;
