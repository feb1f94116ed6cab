import { type Static, Type } from "typebox";
import { lineText } from "../text.ts";

/** At the longest: what is silent for ever should not be an alarm. */
export const longestShelvingMs = 366 * 24 * 60 * 60_000;

export const shelvingFields = {
  until: Type.Integer({
    minimum: 0,
    maximum: 8_640_000_000_000_000,
    description: "Unix ms: nobody is told of it until then; a year ahead at the most",
    examples: [1794787200000],
  }),
  reason: Type.String({ ...lineText("Why, for the record", "The sensor is replaced tomorrow"), minLength: 1 }),
};

/** Holds for the device and the type of the alarm: one that clears and comes back is still shelved [ALM3]. */
export const AlarmShelving = Type.Object(shelvingFields);
export type AlarmShelving = Static<typeof AlarmShelving>;
