import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { device as deviceQuery } from "../../../api/devices.ts";
import type { History } from "../../../api/telemetry.ts";
import type { Channels, ShownChannel } from "../../../channels/use-channels.ts";
import { useChannelsOf } from "../../../channels/use-channels-of.ts";
import type { Line } from "../../../charts/aligned.ts";
import type { FileMark } from "../../../charts/file-marks.ts";
import { intervalText } from "../../../charts/plan.ts";
import { TimeChart } from "../../../charts/time-chart.tsx";
import { durationText } from "../../../format/duration.ts";
import { countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { StateLanes } from "../../../states/state-lanes.tsx";
import { ErrorState, RetryNote, Skeleton } from "../../../ui/states.tsx";
import { useAlarmSpans } from "../../alarms/use-alarm-spans.ts";
import type { ComparedLine, FileLine } from "./compared-lines.ts";
import { isOutOfView, pointsInView } from "./last-value.ts";
import { LastValueHint } from "./last-value-hint.tsx";
import { identityOf } from "./line-identity.ts";
import { LineTable } from "./line-table.tsx";
import { NotDrawn } from "./not-drawn.tsx";
import { readWindow, type TelemetrySearch, type Window } from "./telemetry-search.ts";
import { type DrawnLine, type ReadGroup, useComparedHistory } from "./use-compared-history.ts";
import { useFileLines } from "./use-file-lines.ts";
import { useNoteMarks } from "./use-note-marks.ts";
import { isState, useStateLines } from "./use-state-lines.ts";

interface DrawingProps {
  /** Whose page it is: its alarms and files are drawn. */
  readonly deviceId: string;
  readonly channels: Channels;
  readonly lines: readonly ComparedLine[];
  readonly window: Window;
  readonly onZoom: (from: number, to: number) => void;
  readonly onZoomOut: () => void;
  readonly beforeMs?: number | undefined;
  readonly files?: readonly FileMark[];
  readonly fileLines?: readonly FileLine[];
  /** Where lines are moved and taken away. */
  readonly compared?: {
    readonly search: TelemetrySearch;
    readonly onChange: (search: TelemetrySearch) => void;
  };
  readonly height?: number;
}

const noFileLines: readonly FileLine[] = [];

export function Drawing({ deviceId, channels, lines, window, beforeMs, compared, ...rest }: DrawingProps) {
  const { onZoom, onZoomOut, fileLines = noFileLines, ...look } = rest;
  const m = useMessages();
  const read = readWindow(window);
  const span = { from: window.from, to: window.to };
  const nameLine = useLineNames(deviceId, channels, lines, beforeMs);
  const [numbers, ofStates] = useMemo(() => partedBy(lines, nameLine.isState), [lines, nameLine]);
  const { drawn, earlier, groups, error, isPending, isFromBefore, refetch } = useComparedHistory(
    numbers,
    window,
    beforeMs,
  );
  const { states, ...stateReading } = useStateLines(ofStates, window);
  const alarms = useAlarmSpans(deviceId, read.from, read.to);
  const notes = useNoteMarks(deviceId, lines, read);
  const ofFiles = useFileLines(deviceId, channels, fileLines, window);
  const shown = useMemo(
    () => [...drawn.map(nameLine.now), ...ofFiles.lines, ...nameLine.before(earlier, drawn)],
    [drawn, earlier, ofFiles.lines, nameLine],
  );
  // Of another time: that nothing is in view is not known yet. A live window has moved by a little only.
  const isElsewhere = isFromBefore && !window.isLive && isOutOfView(shown, window);
  const hasNothingYet = isPending && drawn.length === 0 && isOutOfView(ofFiles.lines, window);
  if (isElsewhere || hasNothingYet || (stateReading.isPending && states.length === 0))
    return (
      <div className="chart-space">
        <Skeleton lines={6} />
      </div>
    );
  if (error && drawn.length === 0)
    return (
      <div className="chart-space">
        <ErrorState error={error} onRetry={refetch} />
      </div>
    );
  const histories = groups.flatMap(({ history }) => history ?? []);
  const texts = numbers.filter((one) => !drawn.some(({ of }) => of.id === one.id) && hasTexts(groups, one));
  const names = [...lines.map((one) => nameLine.label(one)), ...ofFiles.lines.map(({ label }) => label)];
  const label = `${m.telemetry.chart}: ${names.join(", ")}`;
  const hasChart = numbers.length + fileLines.length > 0;
  const lanes = states.map(({ of, series }) => ({
    ...{ id: of.id, name: nameLine.label(of), title: of.key, channel: nameLine.channel(of), series },
  }));
  const laneRows = lanes.length > 0 && <StateLanes {...{ lanes, ...span }} isBeneathChart={hasChart} />;
  return (
    <div className="card-body">
      {hasChart ? (
        <TimeChart
          {...{ label, onZoom, onZoomOut, ...span, ...look }}
          lines={shown}
          spans={alarms.spans}
          notes={notes.marks}
        >
          {laneRows}
        </TimeChart>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what can be filled in
        <div role="group" aria-label={label}>
          {laneRows}
        </div>
      )}
      {isOutOfView(shown, window) && (hasChart || lanes.length === 0) && (
        <LastValueHint {...{ deviceId, lines, window, onZoom }} />
      )}
      {drawn.length > 0 && <RetryNote error={error} onRetry={refetch} />}
      {hasChart && (
        <NotDrawn
          readings={[
            { name: m.compare.besides.alarms, ...alarms },
            { name: m.compare.besides.notes, ...notes },
            { name: m.compare.besides.fileLines, ...ofFiles },
          ]}
        />
      )}
      {states.length === 0 && <RetryNote error={stateReading.error} onRetry={stateReading.refetch} />}
      <DrawingNote
        {...{ lanes: lanes.length, hasChart }}
        drawn={drawn.map(({ line }) => line)}
        window={window}
        histories={histories}
        texts={texts.map(({ key }) => key)}
        hasLimits={shown.some(({ limits }) => limits)}
        fileNote={ofFiles.note}
      />
      {compared && lines.length + fileLines.length > 0 && (
        <LineTable
          {...{ lines, fileLines, window, drawn, earlier, ...compared }}
          labelOf={nameLine.label}
          decimalsOf={nameLine.decimals}
          fileDrawn={ofFiles.byId}
        />
      )}
    </div>
  );
}

/** Lines, and what is drawn as lanes of states. */
const partedBy = (
  lines: readonly ComparedLine[],
  isLane: (line: ComparedLine) => boolean,
): readonly [numbers: readonly ComparedLine[], states: readonly ComparedLine[]] => [
  lines.filter((line) => !isLane(line)),
  lines.filter(isLane),
];

const hasTexts = (groups: readonly ReadGroup[], { deviceId, shiftMs, key }: ComparedLine): boolean =>
  groups.some(
    (group) => group.deviceId === deviceId && group.shiftMs === shiftMs && (group.history?.counts.get(key) ?? 0) > 0,
  );

/** What lines are called: by their channel, with the device where there are several, and how they are moved. */
function useLineNames(
  deviceId: string,
  channels: Channels,
  lines: readonly ComparedLine[],
  beforeMs: number | undefined,
) {
  const m = useMessages();
  const locale = useLocale();
  const ids = JSON.stringify([...new Set(lines.map((one) => one.deviceId))].filter((id) => id !== deviceId));
  const others = useMemo(() => JSON.parse(ids) as string[], [ids]);
  const channelsOf = useChannelsOf(others);
  const devices = useQueries({
    queries: [...others, ...(others.length > 0 ? [deviceId] : [])].map((id) => deviceQuery(id)),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => {
    const names = new Map(devices.flatMap((one) => (one ? [[one.id.id, one.name] as const] : [])));
    const channelOf = (of: ComparedLine): ShownChannel =>
      of.deviceId === deviceId ? channels(of.key) : channelsOf(of.deviceId)(of.key);
    const label = (of: ComparedLine) =>
      [
        channelOf(of).label,
        ...(others.length > 0 ? [names.get(of.deviceId) ?? ""] : []),
        ...(of.shiftMs === 0 ? [] : [m.compare.shifted(durationText(Math.abs(of.shiftMs), locale), of.shiftMs < 0)]),
      ]
        .filter(Boolean)
        .join(" · ");
    const identity = identityOf(deviceId, lines, channelOf);
    const now = ({ of, line }: DrawnLine): Line => ({
      ...{ ...line, label: label(of), unit: channelOf(of).unitShown },
      ...identity(of, label(of)),
    });
    const before = (earlier: readonly DrawnLine[], drawn: readonly DrawnLine[]): Line[] =>
      earlier.flatMap(({ of, line }) => {
        const at = drawn.findIndex((one) => one.of.id === of.id);
        const { times, values } = line;
        const name = m.dashboards.before(durationText(beforeMs ?? 0, locale));
        const text = { label: `${label(of)} · ${name}`, unit: channelOf(of).unitShown };
        return [at < 0 ? { ...text, times, values, isDashed: true } : { ...text, times, values, shadowOf: at }];
      });
    return {
      ...{ label, now, before, channel: channelOf },
      decimals: (of: ComparedLine) => channelOf(of).decimals,
      isState: (of: ComparedLine) => isState(channelOf(of)),
    };
  }, [deviceId, channels, channelsOf, lines, devices, others, beforeMs, m, locale]);
}

interface DrawingNoteProps {
  readonly histories: readonly History[];
  readonly drawn: readonly Line[];
  readonly window: Pick<Window, "from" | "to">;
  readonly hasChart: boolean;
  readonly lanes: number;
  readonly texts: readonly string[];
  readonly hasLimits: boolean;
  readonly fileNote: string;
}

function DrawingNote({ histories, drawn, window, texts, hasLimits, fileNote, hasChart, lanes }: DrawingNoteProps) {
  const m = useMessages();
  const locale = useLocale();
  const plan = histories.map((one) => one.plan).toSorted((one, other) => other.points - one.points)[0];
  const isCounted = plan?.kind === "raw" && drawn.length > 0;
  const read = histories.flatMap(({ counts }) => [...counts.values()]).reduce((sum, one) => sum + one, 0);
  const count = isCounted ? pointsInView(drawn, window) : read;
  const points = countText(count, locale);
  const text =
    plan === undefined
      ? hasChart || lanes > 0
        ? ""
        : m.telemetry.noPoints
      : count === 0
        ? m.telemetry.noPoints
        : plan.kind === "raw"
          ? m.telemetry.raw(points)
          : m.telemetry.envelope(points, intervalText(plan.intervalMs, locale));
  return (
    <p className="row between">
      <small>
        {[text, fileNote].filter(Boolean).join(" · ")}
        {texts.length > 0 && `. ${m.telemetry.noNumbers} ${texts.join(", ")}`}
        {hasLimits && ` · ${m.telemetry.limits}`}
      </small>
      {hasChart && <small className="hide-narrow">{m.telemetry.zoomHint}</small>}
    </p>
  );
}
