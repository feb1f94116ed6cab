import { type Static, Type } from "typebox";
import { projectChoice } from "./devices.ts";
import { entityId } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { lineText } from "./text.ts";

export const ChannelSearchQuery = Type.Object({
  textSearch: lineText(
    "Words, each of which has to be in the key or name of a channel, or in name, label, serial number or type of its " +
      "device; one at least is of the channel. Case does not matter",
    "pressure hall 3",
  ),
  projectId: Type.Optional(projectChoice),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Channels at most", examples: [20] }),
  ),
});

export const FoundChannel = Type.Object({
  device: Type.Object({
    id: entityId("DEVICE"),
    name: Type.String({ examples: ["logger-0042"] }),
    label: nullable(Type.String({ examples: ["Boiler room"] })),
    type: Type.String({ examples: ["smartMINI"] }),
    deviceProfileId: entityId("DEVICE_PROFILE"),
  }),
  key: Type.String({ examples: ["pressure"] }),
  ts: Type.Integer({ description: "Of its newest value, Unix milliseconds", examples: [1794700800000] }),
  value: Type.Unknown({ description: "Its newest value, as it was sent", examples: [6.2] }),
});
export type FoundChannel = Static<typeof FoundChannel>;

export const FoundChannels = Type.Object({
  data: Type.Array(FoundChannel, { description: "Channels of the devices heard of last come first" }),
  devices: Type.Integer({ description: "About how many devices have such a channel", examples: [1284] }),
  complete: Type.Boolean({ description: "False where more names fit than one search looks at" }),
});
