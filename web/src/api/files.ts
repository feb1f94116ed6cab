import type { ChannelRecord, FileRecord, PreviewRecord } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import type { Page } from "./devices.ts";

export interface FileFilter {
  /** Files of the last so many ms; undefined: of all time. */
  readonly rangeMs: number | undefined;
  readonly textSearch: string | undefined;
}

/** So many are shown; of more, the newest. */
const mostFiles = 2_000;
const watchEveryMs = 15_000;

/** With those that are only on the device [FILE3]. */
export const files = (deviceId: string, { rangeMs, textSearch }: FileFilter) =>
  queryOptions({
    queryKey: ["files", deviceId, rangeMs, textSearch],
    queryFn: ({ signal }) => {
      const startTime = rangeMs === undefined ? undefined : Date.now() - rangeMs;
      return newestFiles(deviceId, { includeRemote: true, startTime, textSearch }, signal);
    },
    refetchInterval: watchEveryMs,
    placeholderData: keepPreviousData,
  });

/** The API lists by start time, oldest first: of several pages the last ones are read. */
async function newestFiles(
  deviceId: string,
  filter: {
    readonly includeRemote: true;
    readonly startTime?: number | undefined;
    readonly textSearch?: string | undefined;
  },
  signal: AbortSignal,
): Promise<Page<FileRecord>> {
  const page = (number: number) =>
    api.json<Page<FileRecord>>(`/api/devices/${deviceId}/data-files/original`, {
      query: { ...filter, page: number, limit: mostFiles },
      signal,
    });
  const first = await page(0);
  if (!first.hasNext) return first;
  const last = first.totalPages - 1;
  const [before, newest] = await Promise.all([last === 1 ? first : page(last - 1), page(last)]);
  return { ...newest, data: [...before.data, ...newest.data].slice(-mostFiles) };
}

export const requestList = (deviceId: string, body: { startTime: string; endTime: string; tag?: string }) =>
  api.json(`/api/devices/${deviceId}/request-list`, { method: "POST", body });

export const requestFiles = (deviceId: string, names: readonly string[], tag: string) =>
  api.json(`/api/devices/${deviceId}/request-files`, { method: "POST", body: { names, tag } });

/** Where the browser can fetch the bytes itself: progress, pause and large files are its business [FILE5]. */
export async function downloadAddress(deviceId: string, names: readonly string[], tag: string): Promise<string> {
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
        channels.map(async (channel) => ({
          channel,
          preview: await api.json<PreviewRecord>(`/api/devices/${deviceId}/data-files/preview`, {
            query: { name, tag, channel, buckets, ...window },
            signal,
          }),
        })),
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
