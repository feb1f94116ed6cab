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

/** How many devices are in a group, of those in a project where one is named. */
export const groupCount = (tenantId: string, group: string, projectId: string | undefined) =>
  queryOptions({
    queryKey: ["devices", tenantId, "count of group", group, projectId],
    queryFn: async ({ signal }) => {
      const { totalElements } = await api.devices.list({ tenantId, group, projectId, page: 0, limit: 1 }, { signal });
      return totalElements;
    },
    staleTime: 30_000,
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
