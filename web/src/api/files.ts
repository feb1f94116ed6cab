import { downloadPath } from "@heliograph/client";
import type { FileRecord, PreviewRecord } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import { type AskedTime, askedTime } from "../time-range/asked-time.ts";
import type { Expression } from "../time-range/time-words.ts";
import { type FileWindowBounds, filesAtOnce, windowBounds } from "./file-window.ts";
import { uploadTag } from "./upload-tag.ts";

export interface FileFilter {
  readonly time: Expression;
  readonly textSearch: string | undefined;
  readonly tag: string | undefined;
  /** Only what the server holds. */
  readonly isHeld: boolean;
  /** How many windows back from the newest files. */
  readonly back: number;
}

const watchEveryMs = 15_000;

/** A window of the files, with those that are only on the device where they are wanted [FILE3]. */
export const files = (deviceId: string, filter: FileFilter) =>
  queryOptions({
    queryKey: ["files", deviceId, filter],
    queryFn: ({ signal }) => {
      const { time, textSearch, tag, isHeld, back } = filter;
      return windowOfFiles(deviceId, { includeRemote: !isHeld, ...askedTime(time), textSearch, tag }, back, signal);
    },
    refetchInterval: watchEveryMs,
    placeholderData: keepPreviousData,
  });

interface FileQuery extends AskedTime {
  readonly includeRemote: boolean;
  readonly textSearch: string | undefined;
  readonly tag: string | undefined;
}

export interface FileWindowPage extends FileWindowBounds {
  readonly files: readonly FileRecord[];
}

/** The API lists by start time, oldest first; the first page tells how many there are, and mostly is all there is. */
async function windowOfFiles(
  deviceId: string,
  filter: FileQuery,
  back: number,
  signal: AbortSignal,
): Promise<FileWindowPage> {
  const page = (number: number) =>
    api.files.list({ deviceId, ...filter, page: number, limit: filesAtOnce }, { signal });
  const first = await page(0);
  const bounds = windowBounds(first.totalElements, back);
  const pages = await Promise.all(bounds.pages.map((number) => (number === 0 ? first : page(number))));
  const skipped = bounds.start - (bounds.pages[0] ?? 0) * filesAtOnce;
  const files = pages.flatMap(({ data }) => data).slice(skipped, skipped + bounds.end - bounds.start);
  return { ...bounds, files };
}

export const requestList = (deviceId: string, body: { startTime: string; endTime: string; tag?: string }) =>
  api.commands.requestList({ deviceId, body });

export const requestFiles = (deviceId: string, names: readonly string[], tag: string) =>
  api.commands.requestFiles({ deviceId, body: { names: [...names], tag } });

/** As if the device had brought it. */
export const uploadFile = (deviceId: string, file: File, tag = uploadTag(file.name)) =>
  api.files.upload({ deviceId, name: file.name, ...(tag !== undefined && { tag }), body: file });

export const removeFile = (deviceId: string, { name, tag }: Pick<FileRecord, "name" | "tag">) =>
  api.files.remove({ deviceId, name, tag });

/** Where the browser can fetch the bytes itself: progress, pause and large files are its business [FILE5]. */
export async function downloadAddress(deviceId: string, names: readonly string[], tag: string): Promise<string> {
  const downloadToken = await api.files.createDownload({ deviceId, tag, body: [...names] });
  return downloadPath({ deviceId, downloadToken });
}

type OneFile = Pick<FileRecord, "name" | "tag">;

/** As it is by now; undefined when it is gone. */
export async function fileNow(deviceId: string, { name, tag }: OneFile): Promise<FileRecord | undefined> {
  const { data } = await api.files.list({ deviceId, tag, textSearch: name, includeRemote: true, limit: filesAtOnce });
  return data.find((file) => file.name === name);
}

/** What is in a measurement file [FILE7]. */
export const fileChannels = (deviceId: string, { name, tag }: OneFile) =>
  queryOptions({
    queryKey: ["file-channels", deviceId, tag, name],
    queryFn: ({ signal }) => api.fileContent.channels({ deviceId, name, tag }, { signal }),
  });

export interface FileWindow {
  readonly startTime?: number;
  readonly endTime?: number;
}

export interface ChannelPreview {
  readonly channel: number;
  readonly preview: PreviewRecord;
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
    queryFn: ({ signal }): Promise<ChannelPreview[]> =>
      Promise.all(
        channels.map(async (channel) => ({
          channel,
          preview: await api.fileContent.preview({ deviceId, name, tag, channel, buckets, ...window }, { signal }),
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
  const chosen = channels.length > 0 ? channels.join() : undefined;
  return (await api.fileContent.exportCsv({ deviceId, name, tag, ...window, channels: chosen })).blob();
}
