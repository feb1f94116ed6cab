import type { ChannelRecord, FileRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type FileWindow, filePreviews } from "../../../api/files.ts";
import { closest, lineOfPreview, readSpan } from "../../../charts/preview-lines.ts";
import { TimeChart } from "../../../charts/time-chart.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { closerWindow } from "./closer-window.ts";
import { FileRange } from "./file-range.tsx";

interface FileChartProps {
  readonly deviceId: string;
  readonly file: FileRecord;
  readonly channels: readonly ChannelRecord[];
  readonly window: FileWindow;
  readonly onWindow: (window: FileWindow) => void;
}

const height = 360;

export function FileChart({ deviceId, file, channels, window, onWindow }: FileChartProps) {
  const m = useMessages();
  const indices = channels.map(({ index }) => index);
  const { data, error, refetch } = useQuery(filePreviews(deviceId, file, indices, readSpan(channels, window)));
  const drawn = useMemo(
    () =>
      (data ?? []).map(({ channel, preview }) => {
        const known = channels.find(({ index }) => index === channel);
        return { name: known?.name ?? "", line: known && lineOfPreview(known, preview) };
      }),
    [data, channels],
  );
  const lines = useMemo(() => drawn.flatMap(({ line }) => line ?? []), [drawn]);
  if (!data)
    return (
      <div className="chart-space">
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}
      </div>
    );
  const texts = drawn.filter(({ name, line }) => name !== "" && !line).map(({ name }) => name);
  const { from, to } = rangeOf(channels, file, window);
  return (
    <div>
      <FileRange {...{ from, to, onWindow }} isWhole={window.startTime === undefined} />
      <TimeChart
        label={`${m.telemetry.chart}: ${channels.map(({ name }) => name).join(", ")}`}
        lines={lines}
        from={from}
        to={to}
        height={height}
        onZoom={(startTime, endTime) => {
          const next = closerWindow({ startTime: from, endTime: to }, { startTime, endTime }, closest(channels));
          if (next) onWindow(next);
        }}
        onZoomOut={() => onWindow({})}
      />
      {texts.length > 0 && (
        <small>
          {m.telemetry.noNumbers} {texts.join(", ")}
        </small>
      )}
    </div>
  );
}

/** What is zoomed to, else all that the channels have. */
function rangeOf(channels: readonly ChannelRecord[], file: FileRecord, { startTime, endTime }: FileWindow) {
  const starts = channels.map((channel) => channel.startTime ?? file.startTime);
  const ends = channels.map((channel) => channel.endTime ?? file.endTime);
  return { from: startTime ?? Math.min(...starts), to: endTime ?? Math.max(...ends) };
}
