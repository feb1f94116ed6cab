import type { AttributeRecord, AttributeScope } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

const base = (deviceId: string): string => `/api/plugins/telemetry/DEVICE/${deviceId}`;

/** Of one scope, or of all of them [TEL6]. */
export const attributes = (deviceId: string, scope: AttributeScope | undefined) =>
  queryOptions({
    queryKey: ["attributes", deviceId, scope ?? "all"],
    queryFn: ({ signal }) =>
      api.exactJson<AttributeRecord[]>(`${base(deviceId)}/values/attributes${scope ? `/${scope}` : ""}`, { signal }),
  });

export const saveAttribute = (deviceId: string, scope: AttributeScope, key: string, value: unknown) =>
  api.text(`${base(deviceId)}/attributes/${scope}`, { method: "POST", body: Object.fromEntries([[key, value]]) });

export const deleteAttribute = (deviceId: string, scope: AttributeScope, key: string) =>
  api.text(`${base(deviceId)}/${scope}`, { method: "DELETE", query: { key: [key] } });
