import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from "react";
import type { AxisPlace } from "../../../charts/time-chart.tsx";
import { numberText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { SeverityMark } from "../../../ui/severity.tsx";
import { type Level, snapped, stepOf } from "./levels.ts";

interface LevelHandleProps {
  readonly level: Level;
  readonly place: AxisPlace;
  readonly unit: string;
  /** How many others there are before it: their handles stand side by side. */
  readonly beside: number;
  readonly onMoving: (isMoving: boolean) => void;
  readonly onChange: ((value: number) => void) | undefined;
}

const byKey: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
};

const standingAt = (beside: number): CSSProperties => ({ ["--beside" as string]: beside });

/** A limit as a line across the chart; moved by its handle, with the pointer or the arrow keys. */
export function LevelHandle({ level, place, unit, beside, onMoving, onChange }: LevelHandleProps) {
  const m = useMessages();
  const locale = useLocale();
  const { low, high, top, height, left, width } = place;
  const box = useRef<HTMLDivElement>(null);
  const yOf = (value: number) => top + ((high - value) / (high - low)) * height;
  const step = stepOf(low, high);
  const text = [numberText(level.value, locale), unit].filter(Boolean).join(" ");
  const isSeen = level.value >= low && level.value <= high;
  const move = (value: number) => onChange?.(snapped(Math.min(high, Math.max(low, value)), step));
  const drag = (event: PointerEvent<HTMLElement>) => {
    const parent = box.current?.parentElement?.getBoundingClientRect();
    if (!parent || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    move(high - ((event.clientY - parent.top - top) / height) * (high - low));
  };
  const press = (event: KeyboardEvent) => {
    const steps = byKey[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    move(level.value + steps * step);
  };
  if (!isSeen) return null;
  const kind = level.severity.toLowerCase();
  return (
    <div ref={box} className={`level severity-${kind}`} style={{ top: yOf(level.value), left, width }}>
      <span className={`level-name severity-text-${kind}`} aria-hidden="true">
        <SeverityMark severity={level.severity} size={12} /> {text}
      </span>
      {level.back !== undefined && level.back >= low && level.back <= high && (
        <span className="level-back" style={{ top: yOf(level.back) - yOf(level.value) }} aria-hidden="true" />
      )}
      {onChange && (
        <span
          className="level-grip"
          role="slider"
          tabIndex={0}
          style={standingAt(beside)}
          title={`${text} · ${m.rules.backtest.drag}`}
          aria-label={m.rules.backtest.limit(m.alarms.severities[level.severity])}
          aria-orientation="vertical"
          aria-valuemin={low}
          aria-valuemax={high}
          aria-valuenow={level.value}
          aria-valuetext={text}
          onKeyDown={press}
          onPointerDown={(event) => {
            event.preventDefault();
            event.currentTarget.setPointerCapture(event.pointerId);
            event.currentTarget.focus();
            onMoving(true);
          }}
          onPointerMove={drag}
          onPointerUp={() => onMoving(false)}
          onPointerCancel={() => onMoving(false)}
        />
      )}
    </div>
  );
}
