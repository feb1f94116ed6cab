import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import type { FileRecord } from "../wire/files.ts";
import type { Page } from "./devices.ts";

export interface FileFilter {
  /** Files of the last so many ms; undefined: of all time. */
  readonly rangeMs: number | undefined;
  readonly textSearch: string | undefined;
}

const most = 2_000;
const watchEveryMs = 5_000;

/** With those that are only on the device [FILE3]. */
export const files = (deviceId: string, { rangeMs, textSearch }: FileFilter) =>
  queryOptions({
    queryKey: ["files", deviceId, rangeMs, textSearch],
    queryFn: ({ signal }) => {
      const startTime = rangeMs === undefined ? undefined : Date.now() - rangeMs;
      const query = { includeRemote: true, page: 0, limit: most, startTime, textSearch };
      return api.json<Page<FileRecord>>(`/api/devices/${deviceId}/data-files/original`, { query, signal });
    },
    refetchInterval: watchEveryMs,
    placeholderData: keepPreviousData,
  });

export const requestList = (deviceId: string, body: { startTime: string; endTime: string; tag?: string }) =>
  api.json(`/api/devices/${deviceId}/request-list`, { method: "POST", body });

export const requestFiles = (deviceId: string, names: readonly string[], tag: string) =>
  api.json(`/api/devices/${deviceId}/request-files`, { method: "POST", body: { names, tag } });

/** Where the browser can fetch the bytes itself: progress, pause and large files are its business [FILE5]. */
export async function downloadAddress(deviceId: string, names: readonly string[], tag?: string): Promise<string> {
  const base = `/api/device/${deviceId}/data-files/CLIENT_SCOPE`;
  const token = await api.text(`${base}/download`, { method: "POST", body: names, query: { tag } });
  return `${base}/token/${encodeURIComponent(token)}`;
}
