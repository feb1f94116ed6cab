import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import { withoutOrder } from "./device-filter.ts";
import { type DeviceFilter, inQuery } from "./devices.ts";

const freshMs = 30_000;

/** Where the devices of a list are; vehicles move. */
export const devicePositions = (tenantId: string, filter: DeviceFilter) =>
  queryOptions({
    queryKey: ["device-positions", tenantId, withoutOrder(filter)],
    queryFn: ({ signal }) => api.devices.positions({ tenantId, ...inQuery(withoutOrder(filter)) }, { signal }),
    refetchInterval: freshMs,
    staleTime: freshMs / 2,
  });
