import type { DeviceFilterNode, DeviceGroupInput } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

/** Every group of the tenant; so many as a setting of the server allows. */
export const groupList = (tenantId: string) =>
  queryOptions({
    queryKey: ["device-groups", tenantId],
    queryFn: () => api.deviceGroups.list({ limit: -1 }),
    staleTime: 10_000,
  });

/** With what of it matches nothing. */
export const deviceGroup = (deviceGroupId: string) =>
  queryOptions({
    queryKey: ["device-group", deviceGroupId],
    queryFn: ({ signal }) => api.deviceGroups.get({ deviceGroupId }, { signal }),
  });

export const groupPreview = (filter: DeviceFilterNode) =>
  queryOptions({
    queryKey: ["device-group-preview", filter],
    queryFn: ({ signal }) => api.deviceGroups.preview({ body: { filter, limit: 5 } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

export const saveGroup = (input: DeviceGroupInput) => api.deviceGroups.save({ body: input });

export const deleteGroup = (deviceGroupId: string) => api.deviceGroups.remove({ deviceGroupId });
