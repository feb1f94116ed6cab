import type { AxisPlace } from "../../../charts/time-chart.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import type { BacktestSummary, Firing } from "./firings.ts";

interface DeviceRowsProps {
  readonly devices: readonly { readonly id: string; readonly name: string }[];
  readonly firings: readonly Firing[];
  readonly silent: BacktestSummary["silent"] | undefined;
  readonly from: number;
  readonly to: number;
  /** Where the chart above has its axis of time: marks stand below what they are about. */
  readonly place: AxisPlace | undefined;
  readonly current: string;
  readonly onChoose: (deviceId: string) => void;
}

/** One row for each device; a mark is one time it would have fired. */
export function DeviceRows({ devices, firings, silent, from, to, place, current, onChoose }: DeviceRowsProps) {
  const m = useMessages();
  const inRange = (span: { readonly from: number; readonly to: number }) => span.to > from && span.from < to;
  const share = (ms: number) => (Math.min(1, Math.max(0, (ms - from) / (to - from))) * 100).toFixed(2);
  return (
    <div className="trial-rows">
      <p>
        <strong>{m.rules.backtest.allDevices}</strong> <small className="soft">{m.rules.backtest.rows}</small>
      </p>
      <ul>
        {devices.map(({ id, name }) => {
          const own = firings.filter((firing) => firing.deviceId === id);
          const seen = own.filter((firing) => firing.to >= from && firing.from <= to);
          const gaps = silent?.get(id)?.filter(inRange) ?? [];
          return (
            <li key={id}>
              <button type="button" aria-pressed={id === current} onClick={() => onChoose(id)}>
                <span className="cut">{name}</span>
                <span className="off-screen"> {m.rules.backtest.alarms(own.length.toString())}</span>
                {gaps.length > 0 && <span className="off-screen">, {m.rules.backtest.silent(gaps.length)}</span>}
              </button>
              <span
                className="trial-row"
                aria-hidden="true"
                style={place && { marginLeft: place.left, width: place.width }}
              >
                {gaps.map((gap) => (
                  <span
                    key={`gap ${gap.from}`}
                    className="trial-gap"
                    style={{
                      left: `${share(gap.from)}%`,
                      width: `${Number(share(gap.to)) - Number(share(gap.from))}%`,
                    }}
                  />
                ))}
                {seen.map((firing) => (
                  <span
                    key={firing.from}
                    className={`severity-${firing.severity.toLowerCase()}`}
                    style={{
                      left: `${share(firing.from)}%`,
                      width: `max(3px, ${Number(share(firing.to)) - Number(share(firing.from))}%)`,
                    }}
                  />
                ))}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
