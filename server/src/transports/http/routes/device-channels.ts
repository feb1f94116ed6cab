import {
  type DeviceDescription,
  deviceChannelContentRoutes,
  deviceChannelRoutes,
  seenChannelRoutes,
} from "@heliograph/contract";
import type { Description, DeviceChannels } from "../../../core/device-channels/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { deviceIdOf, deviceTypeIdOf } from "../route-ids.ts";

export interface DeviceChannelDependencies {
  readonly deviceChannels: DeviceChannels;
}

/** What channels of a device mean, and which nobody described yet [TYP2]. */
export function serveDeviceChannels(
  app: HttpApp,
  { deviceChannels }: DeviceChannelDependencies,
  bodyLimit: number,
): void {
  register(app, deviceChannelRoutes, {
    description: async (request) =>
      recordOf(await deviceChannels.describe(reachOf(request), deviceIdOf(request.params.deviceId))),
  });

  register(
    app,
    deviceChannelContentRoutes,
    {
      saveChannels: async (request) => {
        const { overrides, version } = request.body;
        const id = deviceIdOf(request.params.deviceId);
        return recordOf(await deviceChannels.save(reachOf(request), id, overrides, version));
      },
    },
    { bodyLimit },
  );

  register(app, seenChannelRoutes, {
    seenChannels: async (request) => {
      const seen = await deviceChannels.seen(reachOf(request), deviceTypeIdOf(request.params.deviceProfileId));
      return { ...seen, keys: [...seen.keys] };
    },
  });
}

const recordOf = ({ type, own }: Description): DeviceDescription => ({
  deviceProfileId: { entityType: "DEVICE_PROFILE", id: type.id },
  ...type.definition,
  overrides: [...own.channels],
  version: own.version,
});
