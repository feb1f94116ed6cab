import type { ChannelOverrides, ChannelValues, SeenChannels } from "@heliograph/contract";
import type { Overriders, SeenKeys, ValuesOfChannel } from "../../../core/device-channels/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";

const idOf = (id: DeviceId) => ({ entityType: "DEVICE", id }) as const;

/** Nobody follows more links. */
const overridersShown = 100;

export const seenChannelsOf = ({ keys, described, ...seen }: SeenKeys): SeenChannels => ({
  ...seen,
  keys: keys.map(({ device, ...key }) => ({ ...key, deviceId: idOf(device) })),
  described: [...described],
});

export const channelValuesOf = (values: ValuesOfChannel): ChannelValues => {
  const { from: startTs, to: endTs, intervalMs: interval, groups, devices, ...figures } = values;
  return {
    ...figures,
    ...{ startTs, endTs, interval, groups: [...groups] },
    devices: devices.map(({ id, ...device }) => ({ ...device, id: idOf(id) })),
  };
};

export const channelOverridesOf = ({ devices, complete }: Overriders): ChannelOverrides => ({
  total: devices.length,
  devices: devices
    .slice(0, overridersShown)
    .map(({ id, name, fields }) => ({ id: idOf(id), name, fields: [...fields] })),
  complete,
});
