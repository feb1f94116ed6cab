import type { RuleDefinition } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { readHistory } from "../../../api/telemetry.ts";
import type { AlarmSpan } from "../../../charts/alarm-spans.ts";
import { linesOf } from "../../../charts/history-lines.ts";
import { type AxisPlace, TimeChart } from "../../../charts/time-chart.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import type { RuleNames } from "../sentence/rule-names.ts";
import type { PhaseSpan } from "../traces/phases.ts";
import type { Firing } from "./firings.ts";
import { LevelHandle } from "./level-handle.tsx";
import { drawnKeys, levelsOf, withLevel } from "./levels.ts";

interface RuleChartProps {
  readonly definition: RuleDefinition;
  readonly names: RuleNames;
  readonly device: { readonly id: string; readonly name: string };
  readonly firings: readonly Firing[];
  readonly from: number;
  readonly to: number;
  readonly height?: number;
  /** In which state the rule was, below the chart. */
  readonly strip?: readonly PhaseSpan[];
  readonly onZoom: (from: number, to: number) => void;
  readonly onZoomOut: () => void;
  readonly onChange?: ((definition: RuleDefinition) => void) | undefined;
  /** Told where the axis is, for what stands below it. */
  readonly onPlaced?: (place: AxisPlace) => void;
}

/** What a device measured, when the rule would have fired, and its limits, which can be moved there [RUL6]. */
export function RuleChart(props: RuleChartProps) {
  const {
    definition,
    names,
    device,
    firings,
    from,
    to,
    height = 300,
    strip,
    onZoom,
    onZoomOut,
    onChange,
    onPlaced,
  } = props;
  const m = useMessages();
  const keyText = drawnKeys(definition).join("\0");
  const keys = useMemo(() => keyText.split("\0").filter((key) => key !== ""), [keyText]);
  const { data, error, refetch } = useQuery({
    queryKey: ["rule-chart", device.id, keys, from, to],
    queryFn: ({ signal }) => readHistory({ deviceId: device.id, keys, from, to }, signal),
    enabled: keys.length > 0,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  const lines = useMemo(() => {
    if (!data) return [];
    const drawn = linesOf(data, keys, (key) => names.channel(key).unitShown).lines;
    return drawn.map((line) => ({ ...line, label: names.channel(line.label).title || line.label }));
  }, [data, keys, names]);
  const spans = useMemo(() => spansOf(firings, device.id), [firings, device.id]);
  const [place, setPlace] = useState<AxisPlace>();
  const levels = levelsOf(definition, keys[0] ?? "");
  // While one is moved, the axis stays as it is.
  const [moving, setMoving] = useState(false);
  const held = useRef<readonly number[]>([]);
  if (!moving) held.current = levels.flatMap(({ value, back }) => (back === undefined ? [value] : [value, back]));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (keys.length === 0) return <p className="soft card-body">{m.rules.backtest.notDrawn}</p>;
  if (!data) return <Skeleton lines={4} />;
  if (lines.length === 0) return <p className="soft card-body">{m.rules.backtest.noChart}</p>;
  return (
    <div className="rule-chart">
      <TimeChart
        label={m.rules.backtest.chart(device.name)}
        {...{ lines, spans, from, to, height, onZoom, onZoomOut }}
        levels={held.current}
        onPlaced={(next) => {
          setPlace(next);
          onPlaced?.(next);
        }}
      />
      {place &&
        levels.map((level, beside) => (
          <LevelHandle
            key={level.path}
            level={level}
            beside={beside}
            place={place}
            unit={names.channel(keys[0] ?? "").unitShown}
            onMoving={setMoving}
            onChange={onChange && ((value) => onChange(withLevel(definition, level, value)))}
          />
        ))}
      {place && strip && (
        <div className="phase-strip" style={{ marginLeft: place.left, width: place.width }}>
          {strip.map((span) => (
            <span
              key={span.from}
              className={`phase-${span.phase.toLowerCase()}`}
              style={{ width: `${((span.to - span.from) / (to - from)) * 100}%` }}
              title={m.rules.traces.phases[span.phase]}
            >
              {m.rules.traces.phases[span.phase]}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

const spansOf = (firings: readonly Firing[], deviceId: string): readonly AlarmSpan[] =>
  firings.filter((firing) => firing.deviceId === deviceId).map(({ from, to, severity }) => ({ from, to, severity }));
