import { type Static, Type } from "typebox";
import { closed } from "../../closed.ts";
import { channels, devices, range, thresholds } from "../option-parts.ts";

export const BarsOptions = Type.Object(
  { devices, channels: channels(20), ...range, thresholds },
  { ...closed, description: "Newest values of many devices side by side" },
);
export type BarsOptions = Static<typeof BarsOptions>;
