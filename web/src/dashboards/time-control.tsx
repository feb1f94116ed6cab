import type { DashboardTime } from "@heliograph/contract";
import { durationText } from "../format/duration.ts";
import { dateTimeText } from "../format/time.ts";
import { useLocale, useMessages } from "../i18n/messages.tsx";
import { Icon } from "../ui/icon.tsx";
import { Segments } from "../ui/segments.tsx";
import { beside, type DashboardSearch, type ShownTime, wider } from "./dashboard-search.ts";

interface TimeControlProps {
  readonly shown: ShownTime;
  readonly own: DashboardTime;
  readonly onChange: (time: Pick<DashboardSearch, "from" | "to">) => void;
}

const hourMs = 3_600_000;
const presets: readonly (readonly [moment: string, ms: number])[] = [
  ["now-1h", hourMs],
  ["now-6h", 6 * hourMs],
  ["now-24h", 24 * hourMs],
  ["now-7d", 168 * hourMs],
];

/** One time for the whole page, always readable in words. */
export function TimeControl({ shown, own, onChange }: TimeControlProps) {
  const m = useMessages();
  const locale = useLocale();
  const [from, to] = shown.expression;
  const preset = to === "now" ? presets.find(([moment]) => moment === from) : undefined;
  const isOwn = from === own.from && to === own.to;
  const choices = presets.map(([moment, ms]) => [moment, m.dashboards.last(durationText(ms, locale))] as const);
  return (
    <div className="row time-control">
      <Segments
        label={m.dashboards.time}
        options={[["own", m.dashboards.dashboardTime] as const, ...choices]}
        value={isOwn ? "own" : preset?.[0]}
        onChange={(choice) => onChange(choice === "own" ? {} : { from: choice, to: "now" })}
      />
      <TimeButton icon="left" label={m.dashboards.earlier} onPress={() => onChange(beside(shown, -1))} />
      <span className="soft">
        {dateTimeText(shown.from, locale)} – {dateTimeText(shown.to, locale)}
        {shown.isLive && <span className="badge good"> {m.dashboards.live}</span>}
      </span>
      <TimeButton icon="right" label={m.dashboards.later} onPress={() => onChange(beside(shown, 1))} />
      <TimeButton icon="zoomOut" label={m.dashboards.wider} onPress={() => onChange(wider(shown))} />
    </div>
  );
}

interface TimeButtonProps {
  readonly icon: "left" | "right" | "zoomOut";
  readonly label: string;
  readonly onPress: () => void;
}

function TimeButton({ icon, label, onPress }: TimeButtonProps) {
  return (
    <button type="button" className="button ghost square" aria-label={label} title={label} onClick={onPress}>
      <Icon name={icon} />
    </button>
  );
}
