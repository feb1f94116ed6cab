import type { DeviceExportInput, DeviceFilterNode, DeviceInput } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import { type DeviceFilter, withoutOrder } from "./device-filter.ts";

export type { DeviceFilter } from "./device-filter.ts";

/** As the address of a request has it. */
export const inQuery = <T extends { readonly where?: DeviceFilterNode | undefined }>({ where, ...rest }: T) => ({
  ...rest,
  ...(where && { where: JSON.stringify(where) }),
});

export const devicePageSize = 100;

export const devicePage = (tenantId: string, filter: DeviceFilter, page: number) =>
  queryOptions({
    queryKey: ["devices", tenantId, filter, page],
    queryFn: ({ signal }) =>
      api.devices.list({ tenantId, ...inQuery(filter), page, limit: devicePageSize }, { signal }),
  });

/** How many there are; looked at for a minute, as it stands beside others. */
export const deviceCount = (tenantId: string, filter: DeviceFilter) =>
  queryOptions({
    queryKey: ["devices", tenantId, "count", withoutOrder(filter)],
    queryFn: async ({ signal }) => {
      const asked = { tenantId, ...inQuery(withoutOrder(filter)), page: 0, limit: 1 };
      return (await api.devices.list(asked, { signal })).totalElements;
    },
    staleTime: 60_000,
    retry: false,
  });

export const deviceTypes = (tenantId: string) =>
  queryOptions({
    queryKey: ["device-types", tenantId],
    queryFn: () => api.devices.types({ tenantId }),
  });

export const device = (deviceId: string) =>
  queryOptions({
    queryKey: ["device", deviceId],
    queryFn: ({ signal }) => api.devices.get({ deviceId }, { signal }),
  });

/** As it is on the server at this moment. */
export const deviceNow = (deviceId: string) => api.devices.get({ deviceId });

export const saveDevice = (input: DeviceInput) => api.devices.save({ body: input });

export const deleteDevice = (deviceId: string) => api.devices.remove({ deviceId });

export const importDevices = (tenantId: string, file: Blob, projectId: string | undefined, tokens: boolean) =>
  api.devices.importCsv({ tenantId, ...(projectId && { projectId }), ...(tokens && { tokens }), body: file });

export const credentials = (deviceId: string) =>
  queryOptions({
    queryKey: ["credentials", deviceId],
    queryFn: () => api.devices.credentials({ deviceId }),
  });

/** Without a token of one's own, a new random one. */
export const setCredentials = (deviceId: string, credentialsId?: string) =>
  api.devices.setCredentials({
    body: { deviceId: { id: deviceId }, ...(credentialsId !== undefined && { credentialsId }) },
  });

export const exportDevices = (tenantId: string, body: DeviceExportInput) =>
  api.devices.exportDevices({ tenantId, body });
