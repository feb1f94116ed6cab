import "../../../styles/area-map.css";
import type { AreaCondition } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { readHistory } from "../../../api/telemetry.ts";
import { dayTimeText } from "../../../format/time.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { circleAround } from "../../../map/area.ts";
import type { Placed } from "../../../map/position.ts";
import { useMay } from "../../../shell/current-user.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { ErrorNote, Skeleton } from "../../../ui/states.tsx";
import type { Trial } from "../backtest/use-trial.ts";
import { inShape } from "../editor/area-view.tsx";
import { useRuleEditing } from "../editor/rule-editing.ts";
import { inputNamed, keyOf } from "../sentence/rule-names.ts";
import { AreaMap } from "./area-map.tsx";
import { trackOf } from "./track.ts";

interface AreaCardProps {
  readonly area: AreaCondition;
  readonly trial: Trial;
  readonly onChange: ((area: AreaCondition) => void) | undefined;
}

/** An area on the map, above the way a device took: it is drawn where that is seen [RUL1]. */
export function AreaCard({ area, trial, onChange }: AreaCardProps) {
  const m = useMessages();
  const w = m.rules.areas;
  const locale = useLocale();
  const maySee = useMay()("VIEW_TELEMETRY");
  const { track, error, isLoading } = useTrack(area, trial);
  const last = track.at(-1);
  const { device } = trial;
  const drawAround = () => {
    const circle = circleAround(track);
    if (circle) onChange?.(inShape({ ...withoutShape(area), circle }, area.circle ? "circle" : "corners"));
  };
  return (
    <section className="card area-card" aria-label={w.map}>
      <div className="card-head">
        <div>
          <h2>{w.map}</h2>
          <p className="soft">
            {!maySee ? w.mayNot : last && device ? w.lastAt(w.trackOf(device.name), dayTimeText(last.ts, locale)) : ""}
            {maySee && !last && !isLoading && w.nowhere}
          </p>
        </div>
        {onChange && (
          <div className="row">
            <Segments
              label={w.shape}
              options={(["circle", "corners"] as const).map((one) => [one, w.shapes[one]] as const)}
              value={area.circle ? "circle" : "corners"}
              onChange={(shape) => onChange(inShape(area, shape))}
            />
            {track.length > 1 && (
              <button type="button" className="button" onClick={drawAround}>
                <Icon name="pin" /> {w.around}
              </button>
            )}
          </div>
        )}
      </div>
      <ErrorNote error={error} />
      {isLoading ? <Skeleton lines={6} /> : <AreaMap {...{ area, track, onChange }} name={device?.name ?? ""} />}
      {onChange && <p className="soft card-body">{area.circle ? w.hintCircle : w.hintCorners}</p>}
    </section>
  );
}

const withoutShape = ({ circle: _, corners: __, ...rest }: AreaCondition) => rest;

const nowhere: readonly Placed[] = [];

/** Where the device of the backtest was in its time; the last place is where it is. */
function useTrack({ latitude, longitude }: AreaCondition, { device, range, zoom }: Trial) {
  const { definition } = useRuleEditing();
  const maySee = useMay()("VIEW_TELEMETRY");
  const { from, to } = zoom ?? range;
  const keys = [latitude, longitude].map((name) => {
    const input = inputNamed(definition.inputs, name);
    return input ? keyOf(input) : "";
  });
  const { data, error, isLoading } = useQuery({
    queryKey: ["area-track", device?.id, keys, from, to],
    queryFn: ({ signal }) => readHistory({ deviceId: device?.id ?? "", keys, from, to }, signal),
    enabled: maySee && device !== undefined && keys.every((key) => key !== ""),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  const [lat = "", lon = ""] = keys;
  const track = useMemo(() => (data ? trackOf(data, lat, lon) : nowhere), [data, lat, lon]);
  return { track, error, isLoading };
}
