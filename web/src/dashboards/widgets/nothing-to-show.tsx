import type { ShownDevice } from "@heliograph/contract";
import { dateTimeText } from "../../format/time.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import type { AnsweredSeries } from "../page-answer.ts";
import { lastSeen } from "../series-lines.ts";
import { deviceOf } from "./widget-view.ts";

interface SaysProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string;
  readonly children?: React.ReactNode;
}

/** In place of an empty box: why there is nothing, and the way on [DSH4]. */
export function WidgetSays({ icon, title, text, children }: SaysProps) {
  return (
    <div className="widget-says" role="status">
      <Icon name={icon} size={22} />
      <strong>{title}</strong>
      {text && <small className="soft break">{text}</small>}
      {children}
    </div>
  );
}

interface NoValuesProps {
  readonly series: readonly AnsweredSeries[];
  readonly devices: readonly ShownDevice[];
  readonly from: number;
  readonly to: number;
  readonly onZoom: (from: number, to: number) => void;
}

/** Nothing in this time: says when there was something, and goes there. */
export function NoValues({ series, devices, from, to, onZoom }: NoValuesProps) {
  const m = useMessages();
  const locale = useLocale();
  const texts = series.reduce((sum, { notNumbers = 0 }) => sum + notNumbers, 0);
  if (devices.length === 0) return <WidgetSays icon="devices" title={m.dashboards.noDevices} />;
  if (texts > 0) return <WidgetSays icon="alert" title={m.dashboards.notNumbers} text={m.dashboards.notNumbersText} />;
  const last = lastSeen(series);
  if (!last) return <WidgetSays icon="history" title={m.dashboards.noValues} text={m.dashboards.neverValues} />;
  const name = deviceOf(devices, last.deviceId)?.name ?? "";
  const half = Math.round((to - from) / 2);
  return (
    <WidgetSays
      icon="history"
      title={m.dashboards.noValues}
      text={m.dashboards.lastValue(name, dateTimeText(last.ts, locale))}
    >
      <button type="button" className="button" onClick={() => onZoom(last.ts - half, last.ts + half)}>
        {m.dashboards.goThere}
      </button>
    </WidgetSays>
  );
}
