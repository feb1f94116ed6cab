import { channelSearchRoutes, type FoundChannel as FoundChannelRecord } from "@heliograph/contract";
import type { ChannelSearch, FoundChannel } from "../../../core/channel-search/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { reachToAll } from "../access.ts";
import { type ChoosingParts, deviceFilterOf } from "../device-filter.ts";
import { plainOf } from "../records/plain-value.ts";
import { ownReachInPath } from "../route-ids.ts";

export interface ChannelSearchDependencies extends ChoosingParts {
  readonly channelSearch: ChannelSearch;
}

/** Channels of all devices whose values the reader may know. */
export function serveChannelSearch(app: HttpApp, parts: ChannelSearchDependencies): void {
  register(app, channelSearchRoutes, {
    searchChannels: async (request) => {
      const { textSearch, projectId, limit = 20 } = request.query;
      ownReachInPath(request); // another tenant's looks as if it did not exist
      const reach = reachToAll(request, ["VIEW_DEVICES", "VIEW_TELEMETRY"]);
      const filter = await deviceFilterOf(parts, request, reach, { ...(projectId && { projectId }) });
      const { found, devices, isComplete } = await parts.channelSearch.find(filter, textSearch, limit);
      return { data: found.map(recordOf), devices, complete: isComplete };
    },
  });
}

const recordOf = ({ device, key, newest }: FoundChannel): FoundChannelRecord => ({
  device: {
    id: { entityType: "DEVICE", id: device.id },
    name: device.name,
    label: device.label,
    type: device.type,
    deviceProfileId: { entityType: "DEVICE_PROFILE", id: device.typeId },
  },
  key,
  ts: newest.ts,
  value: plainOf(newest.value),
});
