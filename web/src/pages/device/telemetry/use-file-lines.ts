import { type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { filesInTime } from "../../../api/compared.ts";
import { type ChannelPreview, fileChannels, filePreviews } from "../../../api/files.ts";
import { useShownBefore } from "../../../api/shown-before.ts";
import type { Channels } from "../../../channels/use-channels.ts";
import type { Line } from "../../../charts/aligned.ts";
import type { FileMark } from "../../../charts/file-marks.ts";
import { lineOfPreview } from "../../../charts/preview-lines.ts";
import { countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { errorToTell } from "../../../ui/states.tsx";
import { describedChannels } from "../files/described-channels.ts";
import type { FileLine } from "./compared-lines.ts";
import { fileSpan } from "./file-span.ts";
import { readWindow, type Window } from "./telemetry-search.ts";

/** The files of a device that are about the time in view. */
export function useFilesInView(deviceId: string, window: Window) {
  const mayView = useMay()("VIEW_FILES");
  const { from, to } = readWindow(window);
  const { data, error, refetch } = useQuery({ ...filesInTime(deviceId, from, to), enabled: mayView });
  const files = data?.files;
  const marks = useMemo(
    (): readonly FileMark[] => (files ?? []).map(({ startTime, endTime }) => ({ from: startTime, to: endTime })),
    [files],
  );
  return { files: files ?? [], total: data?.total ?? 0, marks, error: data ? null : error, refetch };
}

/**
 * Channels of files as lines of the same chart. The server gives about as many buckets as the chart has columns, and where a bucket
 * has one sample, that one: zooming in ends at the samples themselves [FILE7].
 */
export function useFileLines(deviceId: string, channels: Channels, wanted: readonly FileLine[], window: Window) {
  const m = useMessages();
  const locale = useLocale();
  const known = useQueries({
    queries: wanted.map((file) => fileChannels(deviceId, file)),
    combine: (results) => ({ ...failureOf(results), all: results.map(({ data }) => data?.data) }),
  });
  const records = useMemo(
    () =>
      wanted.map(({ index }, at) =>
        describedChannels(known.all[at] ?? [], channels).find((one) => one.index === index),
      ),
    [wanted, known.all, channels],
  );
  const shownBefore = useShownBefore();
  const previews = useQueries({
    queries: wanted.map((file, at) => {
      const record = records[at];
      const asked = filePreviews(deviceId, file, record ? [file.index] : [], fileSpan(record, window));
      return {
        ...asked,
        placeholderData: () => shownBefore<ChannelPreview[]>({ beginning: asked.queryKey.slice(0, -1) }),
      };
    }),
    combine: (results) => ({ ...failureOf(results), all: results.map(({ data }) => data?.[0]?.preview) }),
  });
  const drawn = useMemo(() => {
    const byId = new Map<string, Line>();
    let samples = 0;
    for (const [at, file] of wanted.entries()) {
      const [record, preview] = [records[at], previews.all[at]];
      const line = record && preview && lineOfPreview(record, preview);
      if (!line) continue;
      samples += preview.count.reduce((sum, count) => sum + count, 0);
      byId.set(file.id, { ...line, label: `${line.label} · ${m.compare.ofFile}` });
    }
    const isThinned = [...byId.values()].some(({ min }) => min !== undefined);
    const note =
      byId.size === 0 ? "" : (isThinned ? m.compare.fileBuckets : m.compare.fileSamples)(countText(samples, locale));
    return { byId, lines: [...byId.values()], note };
  }, [wanted, records, previews.all, m, locale]);
  const refetch = () => {
    known.refetch();
    previews.refetch();
  };
  return { ...drawn, error: known.error ?? previews.error, refetch };
}

/** Of several readings: why the first that failed did, and how to ask again for those that did. */
function failureOf(results: readonly Pick<UseQueryResult, "data" | "error" | "refetch">[]) {
  const failed = results.filter(({ data, error }) => data === undefined && error !== null);
  const refetch = () => {
    for (const one of failed) void one.refetch();
  };
  return { error: errorToTell(failed), refetch };
}
