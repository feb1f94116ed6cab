import { type Static, Type } from "typebox";
import { entityId, entityReference, Uuid } from "../ids.ts";
import { pageQuery } from "../paging.ts";
import { RuleProblemRecord } from "../rules/rule-record.ts";
import { lineText } from "../text.ts";
import { latestVersion, moment, Timestamp } from "../time.ts";
import { CalculatedDefinition } from "./definition.ts";

const version = Type.Integer({
  minimum: 1,
  maximum: latestVersion,
  description: "Grows with every change; send it back with yours",
  examples: [3],
});

/** A calculated channel [RUL7]. */
export const CalculatedChannelRecord = Type.Object({
  id: entityId("CALCULATED_CHANNEL"),
  createdTime: Timestamp,
  updatedTime: Timestamp,
  tenantId: entityId("TENANT"),
  version,
  definition: Type.Unsafe<CalculatedDefinition>({
    type: "object",
    additionalProperties: true,
    description: "As it was saved; its form is that of POST /api/calculatedChannel",
  }),
});
export type CalculatedChannelRecord = Static<typeof CalculatedChannelRecord>;

/** Creates without an id, changes with one. A change names the version it was made from. */
export const CalculatedChannelToSave = Type.Object({
  id: Type.Optional(entityReference("CALCULATED_CHANNEL")),
  version: Type.Optional({ ...version, description: "With an id: the version it was made from" }),
  definition: CalculatedDefinition,
  replacesStored: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Points that devices have under the key already may be replaced by results",
    }),
  ),
});
export type CalculatedChannelToSave = Static<typeof CalculatedChannelToSave>;

export const CalculatedListQuery = Type.Object({
  ...pageQuery,
  textSearch: Type.Optional(lineText("Part of the key or the name; case does not matter", "power")),
  deviceTypeId: Type.Optional({ ...Uuid, description: "Only those of this type" }),
  deviceId: Type.Optional({ ...Uuid, description: "Only those that are calculated for this device" }),
});

/** One that is not saved, to be told what is wrong with it. */
export const CalculatedCheckInput = Type.Object({
  id: Type.Optional({ ...Uuid, description: "The channel it is to replace, so that it is not compared with itself" }),
  definition: CalculatedDefinition,
});
export const CalculatedCheck = Type.Object({
  problems: Type.Array(RuleProblemRecord, { description: "All that is wrong with it; empty: it can be saved" }),
});

const range = { startTs: moment("First moment, included"), endTs: moment("Last moment, not included") };

export const CalculatedPreviewInput = Type.Object({
  definition: CalculatedDefinition,
  deviceId: Type.Optional({ ...Uuid, description: "A device of the type; one device's channel is shown for that" }),
  ...range,
});

export const CalculatedPreview = Type.Object({
  deviceId: entityId("DEVICE"),
  samples: Type.Array(
    Type.Object({
      ts: Type.Integer({ examples: [1794700800000] }),
      value: Type.Unsafe<number | string | boolean>({ type: ["number", "string", "boolean"], examples: [2300] }),
    }),
    { description: "The results, oldest first" },
  ),
  without: Type.Integer({ description: "Moments at which there was no result", examples: [0] }),
  isCutOff: Type.Boolean({ description: "There are more than a preview calculates; the rest was not looked at" }),
});
export type CalculatedPreview = Static<typeof CalculatedPreview>;

export const CalculatedFillInput = Type.Object(range);
