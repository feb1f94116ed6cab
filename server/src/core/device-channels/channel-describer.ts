import { type DescribedChannel, describeChannels, unitsIn } from "@heliograph/contract";
import type { DeviceId } from "../../kernel/ids.ts";
import type { Attributes } from "../attributes/index.ts";
import type { Reach } from "../projects/index.ts";
import { JsonDocument } from "../telemetry/index.ts";
import type { DeviceChannels } from "./device-channels.ts";

export interface DescriberParts {
  readonly deviceChannels: Pick<DeviceChannels, "describe">;
  readonly attributes: Pick<Attributes, "read">;
}

/** What the channels of a device are called and measured in, for whoever writes them down [TYP2]. */
export async function channelDescriber(
  { deviceChannels, attributes }: DescriberParts,
  reach: Reach,
  id: DeviceId,
): Promise<(key: string) => DescribedChannel> {
  const { type, own, calculated } = await deviceChannels.describe(reach, id);
  const said = await attributes.read(id, { only: ["units"] });
  const units = unitsIn(
    said.map(({ key, value }) => ({ key, value: value instanceof JsonDocument ? value.toJSON() : value })),
  );
  const sources = { type: type.definition.channels, calculated, overrides: own.channels };
  return describeChannels({ ...sources, unitOf: (key) => units.get(key) ?? "" });
}
