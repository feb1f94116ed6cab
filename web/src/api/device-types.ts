import type { Channel, DeviceTypeInput } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

/** What the type of a device says of it, and what it says otherwise. */
export const deviceDescription = (deviceId: string) =>
  queryOptions({
    queryKey: ["device-description", deviceId],
    queryFn: ({ signal }) => api.devices.description({ deviceId }, { signal }),
    staleTime: 30_000,
  });

export const saveOverrides = (deviceId: string, overrides: Channel[], version: number) =>
  api.devices.saveChannels({ deviceId, body: { overrides, version } });

export const typesShown = 100;

export const typeList = (textSearch: string, limit: number) =>
  queryOptions({
    queryKey: ["device-type-list", textSearch, limit],
    queryFn: ({ signal }) => api.deviceTypes.list({ ...(textSearch && { textSearch }), page: 0, limit }, { signal }),
    placeholderData: keepPreviousData,
  });

export const deviceType = (deviceProfileId: string) =>
  queryOptions({
    queryKey: ["device-type", deviceProfileId],
    queryFn: ({ signal }) => api.deviceTypes.get({ deviceProfileId }, { signal }),
    refetchOnWindowFocus: false,
  });

export const deviceTypeInfo = (deviceProfileId: string) =>
  queryOptions({
    queryKey: ["device-type-info", deviceProfileId],
    queryFn: ({ signal }) => api.deviceTypes.info({ deviceProfileId }, { signal }),
  });

/** Keys its devices send that it does not describe. */
export const seenChannels = (deviceProfileId: string) =>
  queryOptions({
    queryKey: ["device-type-seen", deviceProfileId],
    queryFn: ({ signal }) => api.deviceTypes.seenChannels({ deviceProfileId }, { signal }),
  });

/** What devices measured in a channel: much to read, and little changes within a minute. */
export const channelValues = (deviceProfileId: string, key: string) =>
  queryOptions({
    queryKey: ["device-type-values", deviceProfileId, key],
    queryFn: ({ signal }) => api.deviceTypes.channelValues({ deviceProfileId, key }, { signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });

/** Devices that describe a channel otherwise. */
export const channelOverrides = (deviceProfileId: string, key: string) =>
  queryOptions({
    queryKey: ["device-type-overrides", deviceProfileId, key],
    queryFn: ({ signal }) => api.deviceTypes.channelOverrides({ deviceProfileId, key }, { signal }),
  });

const previewDevices = 20;

/** Some devices of a type, those heard of last first. */
export const devicesOfType = (tenantId: string, deviceProfileId: string) =>
  queryOptions({
    queryKey: ["devices", tenantId, "of-type", deviceProfileId],
    queryFn: ({ signal }) =>
      api.devices.list(
        {
          ...{ tenantId, deviceProfileId, page: 0, limit: previewDevices },
          ...{ sortProperty: "lastActivityTime" as const, sortOrder: "DESC" as const },
        },
        { signal },
      ),
  });

export const saveType = (input: DeviceTypeInput) => api.deviceTypes.save({ body: input });

export const deleteType = (deviceProfileId: string) => api.deviceTypes.remove({ deviceProfileId });

export const makeDefaultType = (deviceProfileId: string) => api.deviceTypes.makeDefault({ deviceProfileId });

export const exportType = (deviceProfileId: string) => api.deviceTypes.exportFile({ deviceProfileId });

/** What is in the file is the server's to judge. */
export const importType = (file: unknown, replace: boolean) =>
  api.deviceTypes.importFile({ replace, body: file as Parameters<typeof api.deviceTypes.importFile>[0]["body"] });
