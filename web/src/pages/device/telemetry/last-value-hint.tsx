import { useMessages } from "../../../i18n/messages.tsx";
import { useLatest } from "../../../live/use-latest.ts";
import { Ago } from "../../../ui/time.tsx";
import type { ComparedLine } from "./compared-lines.ts";
import { lastMoment, spanAt } from "./last-value.ts";
import type { Window } from "./telemetry-search.ts";

interface LastValueHintProps {
  readonly deviceId: string;
  readonly lines: readonly ComparedLine[];
  readonly window: Window;
  readonly onZoom: (from: number, to: number) => void;
}

/** Where nothing is in view: when the last value came, and the way there. */
export function LastValueHint({ deviceId, lines, window, onZoom }: LastValueHintProps) {
  const m = useMessages();
  const { data = {} } = useLatest(deviceId);
  const moment = lastMoment(deviceId, lines, data);
  if (moment === undefined || (moment >= window.from && moment <= window.to)) return null;
  const { from, to } = spanAt(moment, window);
  return (
    <p className="row">
      <span>
        {m.telemetry.lastValue} <Ago ms={moment} />
      </span>
      <button type="button" className="button small" onClick={() => onZoom(from, to)}>
        {m.telemetry.showLastValue}
      </button>
    </p>
  );
}
