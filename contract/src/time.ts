import { Type } from "typebox";

export const Timestamp = Type.Integer({ description: "Unix time in milliseconds", examples: [1794700800000] });

/** The last millisecond that a date can name; beyond it no database and no calendar follows. */
const latestMs = 8_640_000_000_000_000;

/** A moment that somebody asks with [API7]. */
export const moment = (description: string, example = 1794700800000) =>
  Type.Integer({ minimum: 0, maximum: latestMs, description, examples: [example] });

/** What databases count versions with. */
export const latestVersion = 2_147_483_647;
