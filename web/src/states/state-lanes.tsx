import { nameIn, severityOf, stateOf } from "@heliograph/contract/channel-meaning";
import { type ReactNode, useRef } from "react";
import { shownText } from "../channels/channel-text.ts";
import type { ShownChannel } from "../channels/use-channels.ts";
import { useSharedCursor } from "../charts/shared-cursor.ts";
import type { AnsweredSeries } from "../dashboards/page-answer.ts";
import { dateTimeText, dayTimeText } from "../format/time.ts";
import { useLocale, useMessages } from "../i18n/messages.tsx";
import { type StateSegment, shareOfState, stateColours, stateGaps, stateSegments } from "./state-segments.ts";

export interface StateLane {
  readonly id: string;
  readonly name: ReactNode;
  readonly title?: string | undefined;
  readonly channel: ShownChannel;
  readonly series: AnsweredSeries;
}

interface StateLanesProps {
  readonly lanes: readonly StateLane[];
  readonly from: number;
  readonly to: number;
  /** Of which state the share of the time is told. */
  readonly share?: string | undefined;
  /** Beneath a chart its axis of time counts for both, and names stand above their lanes. */
  readonly isBeneathChart?: boolean;
}

/** States over time, a lane for each series; a gap is time nothing is known of. */
export function StateLanes({ lanes, from, to, share, isBeneathChart = false }: StateLanesProps) {
  const locale = useLocale();
  const drawn = drawnLanes(lanes, from, to, Date.now());
  const colours = coloursOf(drawn);
  return (
    <PointedRows {...{ from, to, isBeneathChart }}>
      <ul className="state-list">
        {drawn.map(({ id, name, title, channel, segments, gaps }) => (
          <li key={id}>
            <span className="cut" title={title}>
              {name}
            </span>
            <Lane {...{ from, to, channel, segments, gaps, colours }} />
            {share !== undefined && <small>{percent(shareOfState(segments, share), locale)}</small>}
          </li>
        ))}
      </ul>
      {!isBeneathChart && (
        <p className="state-axis soft">
          {[from, (from + to) / 2, to].map((moment) => (
            <small key={moment}>{dayTimeText(moment, locale)}</small>
          ))}
        </p>
      )}
    </PointedRows>
  );
}

/** One lane alone, in the place of a line without axes. */
export function StateSpark({
  lane,
  from,
  to,
}: {
  readonly lane: StateLane;
  readonly from: number;
  readonly to: number;
}) {
  const drawn = drawnLanes([lane], from, to, Date.now());
  const colours = coloursOf(drawn);
  return drawn.map(({ id, channel, segments, gaps }) => (
    <Lane key={id} {...{ from, to, channel, segments, gaps, colours }} />
  ));
}

interface DrawnLane extends StateLane {
  readonly segments: readonly StateSegment[];
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
}

const drawnLanes = (lanes: readonly StateLane[], from: number, to: number, now: number): readonly DrawnLane[] =>
  lanes.map((lane) => ({
    ...lane,
    segments: stateSegments(lane.series, from, to, now),
    gaps: stateGaps(lane.series, from, Math.min(to, now)),
  }));

function coloursOf(lanes: readonly DrawnLane[]): ReadonlyMap<string, number> {
  const seen = lanes.flatMap(({ segments }) => segments.map(({ value }) => value));
  return stateColours(
    lanes.flatMap(({ channel }) => channel.states?.map(({ value }) => value) ?? []),
    seen,
  );
}

interface PointedRowsProps {
  readonly from: number;
  readonly to: number;
  readonly isBeneathChart: boolean;
  readonly children: ReactNode;
}

/** With a line at the moment somebody points at, here or in another chart of the page. */
function PointedRows({ from, to, isBeneathChart, children }: PointedRowsProps) {
  const line = useRef<HTMLElement>(null);
  const handlers = useSharedCursor(line, from, to);
  return (
    <div className="state-rows" data-beneath={isBeneathChart || undefined} {...handlers}>
      {children}
      <span className="state-pointed">
        <i ref={line} style={{ display: "none" }} />
      </span>
    </div>
  );
}

interface LaneProps extends Pick<DrawnLane, "channel" | "segments" | "gaps"> {
  readonly from: number;
  readonly to: number;
  readonly colours: ReadonlyMap<string, number>;
}

function Lane({ from, to, channel, segments, gaps, colours }: LaneProps) {
  return (
    <span className="state-row">
      {gaps.map((gap) => (
        <Gap key={gap.from} {...{ gap, from, to }} />
      ))}
      {segments.map((segment) => (
        <Segment
          key={segment.from}
          {...{ segment, from, to, channel }}
          colour={colours.get(String(segment.value)) ?? 0}
        />
      ))}
    </span>
  );
}

interface GapProps {
  readonly gap: { readonly from: number; readonly to: number };
  readonly from: number;
  readonly to: number;
}

function Gap({ gap, from, to }: GapProps) {
  const m = useMessages();
  const locale = useLocale();
  const [left, width] = [gap.from - from, gap.to - gap.from].map((ms) => `${(ms / (to - from)) * 100}%`);
  const text = `${m.dashboards.nothingMeasured}\n${dateTimeText(gap.from, locale)} – ${dateTimeText(gap.to, locale)}`;
  return <span className="state-gap" style={{ left, width }} title={text} />;
}

interface SegmentProps {
  readonly segment: StateSegment;
  readonly from: number;
  readonly to: number;
  readonly channel: ShownChannel;
  readonly colour: number;
}

function Segment({ segment, from, to, channel, colour }: SegmentProps) {
  const locale = useLocale();
  const state = stateOf(channel, segment.value);
  const text = (state && nameIn(state, locale)) || shownText(channel, segment.value, locale);
  const [left, width] = [segment.from - from, segment.to - segment.from].map((ms) => `${(ms / (to - from)) * 100}%`);
  const title = `${text}\n${dateTimeText(segment.from, locale)} – ${dateTimeText(segment.to, locale)}`;
  const severity = severityOf(channel, segment.value);
  const own = state?.colour && severity === "normal" ? { "--state": state.colour } : {};
  return (
    <span
      className={`state-segment state-${colour} severity-of-${severity}`}
      style={{ left, width, ...own }}
      title={title}
    >
      <span>{text}</span>
    </span>
  );
}

const percent = (share: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(share);
