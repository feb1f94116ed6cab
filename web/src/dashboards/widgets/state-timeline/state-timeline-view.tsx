import { nameIn, severityOf, stateOf } from "@heliograph/contract/channel-meaning";
import { type ReactNode, useRef } from "react";
import { shownText } from "../../../channels/channel-text.ts";
import type { ShownChannel } from "../../../channels/use-channels.ts";
import { useSharedCursor } from "../../../charts/shared-cursor.ts";
import { dateTimeText, dayTimeText } from "../../../format/time.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { type StateSegment, shareOfState, stateColours, stateGaps, stateSegments } from "../../state-segments.ts";
import { NoValues } from "../nothing-to-show.tsx";
import { deviceOf, type WidgetViewProps } from "../widget-view.ts";

/** States over time, a row for each series; a gap is time nothing is known of. */
export function StateTimelineView(props: WidgetViewProps<"STATE_TIMELINE">) {
  const { options, answer, channelOf, from, to, onZoom } = props;
  const locale = useLocale();
  const { series, devices } = answer("states");
  const drawn = series.filter(({ times }) => times.length > 0);
  if (drawn.length === 0) return <NoValues {...{ series, devices, from, to, onZoom }} />;
  const isNamed = new Set(drawn.map(({ key }) => key)).size > 1 || options.channels.some(({ label }) => label);
  const rows = drawn.map((one) => {
    const device = deviceOf(devices, one.deviceId);
    const now = Date.now();
    const segments = stateSegments(one, from, to, now);
    const gaps = stateGaps(one, from, Math.min(to, now));
    return { id: `${one.deviceId} ${one.key}`, device, segments, gaps, channel: channelOf(device, one.key) };
  });
  const seen = rows.flatMap(({ segments }) => segments.map(({ value }) => value));
  const described = rows.flatMap(({ channel }) => channel.states?.map(({ value }) => value) ?? []);
  const colours = stateColours(described, seen);
  return (
    <PointedRows {...{ from, to }}>
      <ul className="state-list">
        {rows.map(({ id, device, segments, gaps, channel }) => (
          <li key={id}>
            <span className="cut" title={device?.name}>
              {device?.name} {isNamed && channel.title}
            </span>
            <span className="state-row">
              {gaps.map((gap) => (
                <Gap key={gap.from} {...{ gap, from, to }} />
              ))}
              {segments.map((segment) => (
                <Segment key={segment.from} {...{ segment, from, to, channel }} colour={colourIn(colours, segment)} />
              ))}
            </span>
            {options.share !== undefined && <small>{percent(shareOfState(segments, options.share), locale)}</small>}
          </li>
        ))}
      </ul>
      <p className="state-axis soft">
        {[from, (from + to) / 2, to].map((moment) => (
          <small key={moment}>{dayTimeText(moment, locale)}</small>
        ))}
      </p>
    </PointedRows>
  );
}

interface PointedRowsProps {
  readonly from: number;
  readonly to: number;
  readonly children: ReactNode;
}

/** With a line at the moment somebody points at, here or in another widget. */
function PointedRows({ from, to, children }: PointedRowsProps) {
  const line = useRef<HTMLElement>(null);
  const handlers = useSharedCursor(line, from, to);
  return (
    <div className="state-rows" {...handlers}>
      {children}
      <span className="state-pointed">
        <i ref={line} style={{ display: "none" }} />
      </span>
    </div>
  );
}

const colourIn = (colours: ReadonlyMap<string, number>, { value }: StateSegment): number =>
  colours.get(String(value)) ?? 0;

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
