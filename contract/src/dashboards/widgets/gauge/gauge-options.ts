import { type Static, Type } from "typebox";
import { closed } from "../../closed.ts";
import { devices, range, thresholds, WidgetChannel } from "../option-parts.ts";

export const GaugeOptions = Type.Object(
  { devices, channel: Type.Optional(WidgetChannel), ...range, thresholds },
  { ...closed, description: "A number on a scale; the scale is that of the device type where nothing is said" },
);
export type GaugeOptions = Static<typeof GaugeOptions>;
