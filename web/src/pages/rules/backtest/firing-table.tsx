import { durationText } from "../../../format/duration.ts";
import { countText, numberText } from "../../../format/number.ts";
import { dayTimeText } from "../../../format/time.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { CutName } from "../../../ui/cut-name.tsx";
import { SeverityMark } from "../../../ui/severity.tsx";
import type { RuleNames } from "../sentence/rule-names.ts";
import type { BacktestSummary, Firing } from "./firings.ts";

interface FiringTableProps {
  readonly summary: BacktestSummary;
  readonly names: RuleNames;
  readonly unit: string;
  /** Whether the lowest value tells more than the highest. */
  readonly isLow: boolean;
  /** Of a position they tell nothing. */
  readonly hasExtremes: boolean;
  readonly current: Firing | undefined;
  readonly onChoose: (firing: Firing) => void;
}

const shownAtMost = 100;

/** Each time it would have fired; choosing one shows it in the chart. */
export function FiringTable({ summary, names, unit, isLow, hasExtremes, current, onChoose }: FiringTableProps) {
  const m = useMessages();
  const locale = useLocale();
  const w = m.rules.backtest;
  const shown = summary.firings.slice(0, shownAtMost);
  const extreme = ({ highest, lowest }: Firing) => {
    const value = isLow ? lowest : highest;
    return value === null ? "–" : [numberText(value, locale), unit].filter(Boolean).join(" ");
  };
  const nameOf = ({ deviceId }: Firing) => names.device(deviceId) ?? m.rules.scope.gone;
  return (
    <section className="card">
      <div className="card-head">
        <h2>{w.alarms(countText(summary.count, locale))}</h2>
      </div>
      {shown.length === 0 ? (
        <p className="card-body soft">{w.none}</p>
      ) : (
        <div className="table-scroll firing-scroll">
          <table className="table firing-table">
            <thead>
              <tr>
                <th>{w.device}</th>
                <th>{w.start}</th>
                <th className="right">{w.lasted}</th>
                {hasExtremes && <th className="right">{isLow ? w.lowest : w.highest}</th>}
              </tr>
            </thead>
            <tbody>
              {shown.map((firing) => (
                <tr key={`${firing.deviceId} ${firing.from}`} data-current={firing === current ? "" : undefined}>
                  <td>
                    <button type="button" className="firing-open" onClick={() => onChoose(firing)}>
                      <SeverityMark severity={firing.severity} size={14} />{" "}
                      <CutName name={nameOf(firing)} title={nameOf(firing)} />
                    </button>
                  </td>
                  <td className="nowrap">{dayTimeText(firing.from, locale)}</td>
                  <td className="right nowrap">
                    {firing.isOver ? durationText(firing.to - firing.from, locale) : w.still}
                  </td>
                  {hasExtremes && <td className="right nowrap">{extreme(firing)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {shown.length > 0 && (
        <p className="card-body soft">
          {summary.firings.length > shown.length && `${w.showing(shown.length)} `}
          {w.zoom}
        </p>
      )}
    </section>
  );
}
