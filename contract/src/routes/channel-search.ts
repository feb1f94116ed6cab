import { ChannelSearchQuery, FoundChannels } from "../channel-search.ts";
import { needs } from "./access.ts";
import { TenantParams } from "./params.ts";
import { routesOf } from "./route.ts";

export const channelSearchRoutes = routesOf({
  searchChannels: {
    method: "GET",
    path: "/api/tenants/:tenantId/channels",
    access: needs("VIEW_DEVICES", "VIEW_TELEMETRY"),
    work: "reads",
    tag: "Devices",
    summary: "Channels of any device, by their keys and by what device types call them, with their newest values",
    description:
      "Names that a single device gives to a channel, and those of calculated channels, are not searched; their keys are.",
    params: TenantParams,
    query: ChannelSearchQuery,
    answers: { 200: FoundChannels },
  },
});
