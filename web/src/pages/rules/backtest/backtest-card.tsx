import type { RuleDefinition } from "@heliograph/contract";
import { useState } from "react";
import type { AxisPlace } from "../../../charts/time-chart.tsx";
import { durationText } from "../../../format/duration.ts";
import { countText } from "../../../format/number.ts";
import { type Messages, useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ErrorNote, Skeleton } from "../../../ui/states.tsx";
import { useRuleEditing } from "../editor/rule-editing.ts";
import { DeviceRows } from "./device-rows.tsx";
import { type BacktestSummary, inRowOrder } from "./firings.ts";
import { RuleChart } from "./rule-chart.tsx";
import { backtestDays, type Trial } from "./use-trial.ts";

/** When the rule would have fired, beside it while it is edited [RUL6]. */
export function BacktestCard({ trial }: { readonly trial: Trial }) {
  const m = useMessages();
  const maySee = useMay()("VIEW_TELEMETRY");
  const { devices, device, summary } = trial;
  const [place, setPlace] = useState<AxisPlace>();
  const locale = useLocale();
  const words = m.rules.backtest;
  return (
    <section className="card rule-backtest" aria-label={words.title} aria-busy={trial.isOld}>
      <div className="card-head">
        <Headline trial={trial} />
        {maySee && devices.length > 0 && <Controls trial={trial} />}
      </div>
      <ErrorNote error={trial.error} />
      {!maySee ? (
        <p className="card-body soft">{words.mayNot}</p>
      ) : !device ? (
        <p className="card-body soft">{trial.isLoading ? words.running : words.noDevices}</p>
      ) : (
        <div data-old={trial.isOld || undefined}>
          <Chart trial={trial} onPlaced={setPlace} />
          {devices.length > 1 && (
            <DeviceRows
              devices={inRowOrder(devices, summary?.firings ?? [], locale)}
              firings={summary?.firings ?? []}
              silent={summary?.silent}
              {...(trial.zoom ?? trial.range)}
              place={place}
              current={device.id}
              onChoose={trial.chooseDevice}
            />
          )}
          {summary ? <Foot summary={summary} trial={trial} /> : trial.isWanted && <Skeleton lines={1} />}
        </div>
      )}
    </section>
  );
}

/** The answer first: how often, how long, and what the version in force would have done. */
function Headline({ trial }: { readonly trial: Trial }) {
  const words = useMessages().rules.backtest;
  const locale = useLocale();
  const { summary, before } = trial;
  const title = titleOf(trial, words, locale);
  const notes = [
    before && words.before(before.version, countText(before.summary.count, locale)),
    summary && summary.tooShort > 0 && words.tooShort(countText(summary.tooShort, locale)),
    summary && trial.isOld && (trial.isWanted || trial.isChecking) && words.running,
    summary && !trial.isWanted && !trial.isChecking && words.wrong,
  ];
  return (
    <div>
      <h2 role="status">{title}</h2>
      <p className="soft">{notes.filter(Boolean).join(" ")}</p>
    </div>
  );
}

function titleOf(trial: Trial, words: Messages["rules"]["backtest"], locale: string): string {
  const { summary, days } = trial;
  if (!summary && trial.devices.length === 0) return words.title;
  if (!summary) return trial.isWanted || trial.isChecking ? words.running : words.wrong;
  if (summary.count > 0)
    return words.fired(countText(summary.count, locale), days, durationText(summary.lastedMs, locale));
  return summary.points === 0 ? words.noValues(days) : words.never(days);
}

function Controls({ trial }: { readonly trial: Trial }) {
  const m = useMessages();
  const words = m.rules.backtest;
  return (
    <div className="row">
      {trial.zoom && (
        <button type="button" className="button small" onClick={trial.zoomOut}>
          <Icon name="zoomOut" /> {words.whole}
        </button>
      )}
      <label className="row rule-choice">
        <small>{words.chartOf}</small>
        <select value={trial.device?.id ?? ""} onChange={({ target }) => trial.chooseDevice(target.value)}>
          {trial.devices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <select
        aria-label={words.range}
        value={trial.days}
        onChange={({ target }) => trial.setDays(backtestDays.find((one) => one === Number(target.value)) ?? 30)}
      >
        {backtestDays.map((one) => (
          <option key={one} value={one}>
            {words.ranges[one]}
          </option>
        ))}
      </select>
    </div>
  );
}

interface ChartProps {
  readonly trial: Trial;
  readonly onPlaced: (place: AxisPlace) => void;
}

function Chart({ trial, onPlaced }: ChartProps) {
  const { definition, change, ground } = useRuleEditing();
  const { device, summary, zoom, range } = trial;
  if (!device) return null;
  const set = change && ((next: RuleDefinition) => change(next));
  return (
    <RuleChart
      {...{ definition, device, names: ground.names, firings: summary?.firings ?? [], ...(zoom ?? range) }}
      onZoom={(from, to) => trial.setZoom({ from, to })}
      onZoomOut={trial.zoomOut}
      onChange={set}
      onPlaced={onPlaced}
    />
  );
}

function Foot({ summary, trial }: { readonly summary: BacktestSummary; readonly trial: Trial }) {
  const words = useMessages().rules.backtest;
  const locale = useLocale();
  const { devices, total } = trial;
  const notes = [
    words.points(countText(summary.points, locale)),
    total > devices.length && words.firstOf(devices.length, countText(total, locale)),
    summary.isCutOff && words.cutOff,
    summary.isPartlyOfNow && words.noHistory,
  ];
  return <p className="card-body soft rule-foot">{notes.filter(Boolean).join(" · ")}</p>;
}
