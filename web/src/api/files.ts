import type { ChannelRecord, FileRecord, PreviewRecord } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
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

type OneFile = Pick<FileRecord, "name" | "tag">;

/** What is in a measurement file [FILE7]. */
export const fileChannels = (deviceId: string, { name, tag }: OneFile) =>
  queryOptions({
    queryKey: ["file-channels", deviceId, tag, name],
    queryFn: ({ signal }) =>
      api.json<{ data: ChannelRecord[] }>(`/api/devices/${deviceId}/data-files/channels`, {
        query: { name, tag },
        signal,
      }),
  });

export interface FileWindow {
  readonly startTime?: number;
  readonly endTime?: number;
}

/** About as many buckets as a chart has columns. */
const buckets = 800;

export const filePreviews = (
  deviceId: string,
  { name, tag }: OneFile,
  channels: readonly number[],
  window: FileWindow,
) =>
  queryOptions({
    queryKey: ["file-preview", deviceId, tag, name, channels, window],
    queryFn: ({ signal }) =>
      Promise.all(
        channels.map((channel) =>
          api.json<PreviewRecord>(`/api/devices/${deviceId}/data-files/preview`, {
            query: { name, tag, channel, buckets, ...window },
            signal,
          }),
        ),
      ),
    enabled: channels.length > 0,
    placeholderData: keepPreviousData,
  });

export async function exportFile(
  deviceId: string,
  { name, tag }: OneFile,
  channels: readonly number[],
  window: FileWindow,
): Promise<Blob> {
  const query = { name, tag, ...window, ...(channels.length > 0 && { channels: channels.join() }) };
  return (await api.response(`/api/devices/${deviceId}/data-files/export`, { query })).blob();
}
