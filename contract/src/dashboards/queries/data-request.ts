import { type Static, Type } from "typebox";
import { closed } from "../closed.ts";
import { partNamePattern } from "../names.ts";
import { PlainSelection } from "../selection.ts";
import { DataQuery } from "./data-query.ts";

/** Questions of one page; how much they may ask for is limited by settings. */
const queriesAtMost = 1_000;
const largestTs = 8_640_000_000_000_000;
const time = (description: string) =>
  Type.Integer({ minimum: -largestTs, maximum: largestTs, description, examples: [1794700800000] });

/** All that a page shows, in one question [DSH4]. */
export const DataRequest = Type.Object(
  {
    startTs: time("The page's time begins, included; Unix milliseconds"),
    endTs: time("It ends, not included; Unix milliseconds"),
    timeZone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        default: "UTC",
        description: "Whose days, weeks and months",
        examples: ["Europe/Berlin"],
      }),
    ),
    variables: Type.Optional(
      Type.Record(Type.String({ pattern: partNamePattern }), PlainSelection, {
        ...closed,
        maxProperties: 50,
        description: "What variables of the kind DEVICE stand for",
      }),
    ),
    queries: Type.Record(Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$" }), DataQuery, {
      ...closed,
      minProperties: 1,
      maxProperties: queriesAtMost,
      description: "By a name of the caller's own; answered in this order",
      examples: [
        {
          bearings: {
            kind: "SERIES",
            devices: { kind: "DEVICES", deviceIds: ["784f394c-42b6-435a-983c-b7beff2784f9"] },
            keys: ["temperature"],
            buckets: 800,
          },
        },
      ],
    }),
  },
  closed,
);
export type DataRequest = Static<typeof DataRequest>;
