import { type Static, Type } from "typebox";
import { Timestamp } from "./time.ts";

/** Said by the device, shared with the device, known to the server alone [TEL6]. In the order lists use. */
export const attributeScopes = ["CLIENT_SCOPE", "SHARED_SCOPE", "SERVER_SCOPE"] as const;
export type AttributeScope = (typeof attributeScopes)[number];

export const AttributeScopeName = Type.Enum([...attributeScopes], {
  description: "CLIENT_SCOPE is written by the device, the others by users; SHARED_SCOPE is shown to the device",
  examples: ["SERVER_SCOPE"],
});

export const AttributeRecord = Type.Object({
  key: Type.String({ description: "Key, verbatim", examples: ["position"] }),
  value: Type.Unknown({ description: "Any JSON but null", examples: [21] }),
  lastUpdateTs: Timestamp,
});
export type AttributeRecord = Static<typeof AttributeRecord>;

export const AttributeValues = Type.Object(
  {},
  {
    additionalProperties: true,
    description: "Keys and their values; null values are skipped",
    examples: [{ position: "roof", limit: 21.5 }],
  },
);
