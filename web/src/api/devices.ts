import type { CredentialsRecord, DeviceInput, DeviceRecord, ImportReport } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

export interface Page<T> {
  readonly data: readonly T[];
  readonly totalPages: number;
  readonly totalElements: number;
  readonly hasNext: boolean;
}

export interface DeviceFilter {
  readonly textSearch?: string | undefined;
  readonly type?: string | undefined;
  readonly active?: boolean | undefined;
  readonly sortProperty?: string | undefined;
  readonly sortOrder?: "ASC" | "DESC" | undefined;
}

export const devicePageSize = 100;

export const devicePage = (tenantId: string, filter: DeviceFilter, page: number) =>
  queryOptions({
    queryKey: ["devices", tenantId, filter, page],
    queryFn: ({ signal }) =>
      api.json<Page<DeviceRecord>>(`/api/tenants/${tenantId}/devices`, {
        query: { ...filter, page, limit: devicePageSize },
        signal,
      }),
  });

export const deviceTypes = (tenantId: string) =>
  queryOptions({
    queryKey: ["device-types", tenantId],
    queryFn: () => api.json<{ type: string; count: number }[]>(`/api/tenants/${tenantId}/device-types`),
  });

export const device = (deviceId: string) =>
  queryOptions({
    queryKey: ["device", deviceId],
    queryFn: ({ signal }) => api.json<DeviceRecord>(`/api/device/${deviceId}`, { signal }),
  });

export const saveDevice = (input: DeviceInput) =>
  api.json<DeviceRecord>("/api/device", { method: "POST", body: input });

export const deleteDevice = (deviceId: string) => api.json(`/api/device/${deviceId}`, { method: "DELETE" });

export const importDevices = (tenantId: string, file: Blob) =>
  api.json<ImportReport>(`/api/tenants/${tenantId}/devices/import`, {
    method: "POST",
    body: file,
    contentType: "text/csv",
  });

export const credentials = (deviceId: string) =>
  queryOptions({
    queryKey: ["credentials", deviceId],
    queryFn: () => api.json<CredentialsRecord>(`/api/device/${deviceId}/credentials`),
  });

/** Without a token of one's own, a new random one. */
export const setCredentials = (deviceId: string, credentialsId?: string) =>
  api.json<CredentialsRecord>("/api/device/credentials", {
    method: "POST",
    body: { deviceId: { id: deviceId }, credentialsId },
  });
