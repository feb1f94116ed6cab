import { useEffect, useMemo, useState } from "react";
import type { Channels } from "../../../channels/use-channels.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { fixed, type ShownTime, type TimeChoice, timed, wider } from "../../../time-range/shown-time.ts";
import { EmptyState } from "../../../ui/states.tsx";
import { ChartToolbar } from "./chart-toolbar.tsx";
import { beforeMsOf, comparedLines, fileLines } from "./compared-lines.ts";
import { Drawing } from "./drawing.tsx";
import { NoteList } from "./note-list.tsx";
import { liveStepMs, type TelemetrySearch, windowOf } from "./telemetry-search.ts";
import { useFilesInView } from "./use-file-lines.ts";

interface HistoryChartProps {
  readonly deviceId: string;
  readonly channels: Channels;
  readonly search: TelemetrySearch;
  readonly window: ShownTime;
  readonly onChange: (search: TelemetrySearch) => void;
}

export function HistoryChart({ deviceId, channels, search, window, onChange }: HistoryChartProps) {
  const m = useMessages();
  const withTime = (time: TimeChoice) => onChange(timed(search, time));
  const lines = useMemo(() => comparedLines(deviceId, search), [deviceId, search]);
  const ofFiles = useMemo(() => fileLines(search), [search]);
  const { marks } = useFilesInView(deviceId, window);
  const keys = search.keys ?? [];
  return (
    <section className="card history-chart">
      <ChartToolbar {...{ deviceId, channels, keys, search, window, onChange }} />
      {lines.length + ofFiles.length === 0 ? (
        <div className="chart-space">
          <EmptyState icon="play" title={m.telemetry.choose} text={m.telemetry.chooseText} />
        </div>
      ) : (
        <Drawing
          {...{ deviceId, channels, lines, window }}
          files={marks}
          fileLines={ofFiles}
          beforeMs={search.before && beforeMsOf(search.before, window)}
          compared={{ search, onChange }}
          onZoom={(from, to) => withTime(fixed(from, to))}
          onZoomOut={() => withTime(wider(window))}
        />
      )}
      <NoteList {...{ deviceId, lines, window }} />
    </section>
  );
}

/** What is not fixed moves with the clock, in steps that are worth a new drawing. */
export function useMovingWindow(search: TelemetrySearch): ShownTime {
  const [now, setNow] = useState(() => Date.now());
  const window = windowOf(search, now);
  const step = liveStepMs(window);
  useEffect(() => {
    if (!window.isLive) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), step);
    return () => clearInterval(timer);
  }, [window.isLive, step]);
  return window;
}
