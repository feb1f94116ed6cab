import { deviceChannelContentRoutes, deviceChannelRoutes, seenChannelRoutes } from "@heliograph/contract";
import type { DeviceChannels } from "../../../core/device-channels/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { sendJsonTextInTurn } from "../json-text.ts";
import { channelOverridesOf, channelValuesOf, seenChannelsOf } from "../records/channel-record.ts";
import { deviceDescriptionText } from "../records/device-type-record.ts";
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
    description: async (request, reply) => {
      const described = await deviceChannels.describeText(reachOf(request), deviceIdOf(request.params.deviceId));
      return sendJsonTextInTurn(reply, deviceDescriptionText(described));
    },
  });

  register(
    app,
    deviceChannelContentRoutes,
    {
      saveChannels: async (request, reply) => {
        const { overrides, version } = request.body;
        const id = deviceIdOf(request.params.deviceId);
        const saved = await deviceChannels.save(reachOf(request), id, overrides, version);
        return sendJsonTextInTurn(reply, deviceDescriptionText(saved));
      },
    },
    { bodyLimit },
  );

  register(app, seenChannelRoutes, {
    seenChannels: async (request) =>
      seenChannelsOf(await deviceChannels.seen(reachOf(request), deviceTypeIdOf(request.params.deviceProfileId))),

    channelValues: async (request) => {
      const id = deviceTypeIdOf(request.params.deviceProfileId);
      return channelValuesOf(await deviceChannels.values(reachOf(request), id, request.query.key));
    },

    channelOverrides: async (request) => {
      const id = deviceTypeIdOf(request.params.deviceProfileId);
      return channelOverridesOf(await deviceChannels.overriders(reachOf(request), id, request.query.key));
    },
  });
}
