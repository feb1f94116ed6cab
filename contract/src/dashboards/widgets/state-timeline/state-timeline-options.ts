import { type Static, Type } from "typebox";
import { closed } from "../../closed.ts";
import { channels, devices } from "../option-parts.ts";

export const StateTimelineOptions = Type.Object(
  {
    devices,
    channels: channels(20),
    share: Type.Optional(Type.String({ maxLength: 255, description: "Of which state the share of the time is told" })),
  },
  { ...closed, description: "States over time, a row for each device" },
);
export type StateTimelineOptions = Static<typeof StateTimelineOptions>;
