import type { DeviceViewInput } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

/** One's own and the shared ones; so many as settings of the server allow. */
export const viewList = (tenantId: string) =>
  queryOptions({
    queryKey: ["device-views", tenantId],
    queryFn: ({ signal }) => api.deviceViews.list({ limit: -1 }, { signal }),
    staleTime: 30_000,
  });

export const saveView = (body: DeviceViewInput) => api.deviceViews.save({ body });
export const deleteView = (deviceViewId: string) => api.deviceViews.remove({ deviceViewId });
