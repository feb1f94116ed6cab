import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type CSSProperties, useMemo, useState } from "react";
import { newestFiles } from "../../../api/overview.ts";
import { useChannels } from "../../../channels/use-channels.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useLatest } from "../../../live/use-latest.ts";
import { useMay } from "../../../shell/current-user.ts";
import { fixed, type TimeChoice, timeChoiceOf, wider } from "../../../time-range/shown-time.ts";
import { TimeRangeControl } from "../../../time-range/time-range-control.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { comparedLines } from "../telemetry/compared-lines.ts";
import { Drawing } from "../telemetry/drawing.tsx";
import { firstChoice, firstStates } from "../telemetry/first-choice.ts";
import { useMovingWindow } from "../telemetry/history-chart.tsx";
import { lastLook } from "../telemetry/telemetry-search.ts";
import { useFirstRange } from "./use-first-range.ts";
import { usePins } from "./use-pins.ts";

const height = 300;

/** The first of the values over a time, with alarms behind them and files on the axis of time. */
export function OverviewChart({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const { data: latest } = useLatest(deviceId);
  const channels = useChannels(deviceId);
  const { own } = usePins(deviceId);
  const [chosenTime, choose] = useState(() => timeChoiceOf(lastLook.of(deviceId)));
  const first = useFirstRange(deviceId);
  const isChosen = chosenTime.from !== undefined;
  const time = isChosen || !first ? chosenTime : { from: first.from, to: "now" };
  const setTime = (next: TimeChoice) => {
    choose(next);
    lastLook.keepTime(deviceId, next);
  };
  const window = useMovingWindow(time);
  const files = useFileMarks(deviceId);
  const states = latest ? firstStates(latest, channels, own) : [];
  const chosen = latest ? [...firstChoice(latest, channels, own), ...states].join("\n") : "";
  const keys = useMemo(() => (chosen === "" ? [] : chosen.split("\n")), [chosen]);
  const lines = useMemo(() => comparedLines(deviceId, { keys }), [deviceId, keys]);
  if (keys.length === 0) return null; // not there yet, or the card above says what to do
  return (
    <section className="card overview-chart" style={{ "--lanes": states.length } as CSSProperties}>
      <div className="card-head">
        <h2 className="cut">{keys.map((key) => channels(key).title).join(", ")}</h2>
        <div className="row">
          <TimeRangeControl shown={window} onChange={setTime} />
          <Link
            to="/devices/$deviceId/telemetry"
            params={{ deviceId }}
            search={{ ...time, keys }}
            className="button square"
            aria-label={m.overview.openChart}
            title={m.overview.openChart}
          >
            <Icon name="telemetry" />
          </Link>
        </div>
      </div>
      {isChosen || first ? (
        <Drawing
          {...{ deviceId, channels, lines, window, files, height }}
          onZoom={(from, to) => setTime(fixed(from, to))}
          onZoomOut={() => setTime(wider(window))}
        />
      ) : (
        <div className="chart-space">
          <Skeleton lines={6} />
        </div>
      )}
    </section>
  );
}

/** When there are files to open; of the newest. */
function useFileMarks(deviceId: string) {
  const { data } = useQuery({ ...newestFiles(deviceId), enabled: useMay()("VIEW_FILES") });
  const files = data?.files;
  return useMemo(() => (files ?? []).map(({ startTime, endTime }) => ({ from: startTime, to: endTime })), [files]);
}
