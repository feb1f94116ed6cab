import type { CalculatedPreview } from "@heliograph/contract";
import { unitText } from "@heliograph/contract/channel-meaning";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { readHistory } from "../../../api/telemetry.ts";
import type { Line } from "../../../charts/aligned.ts";
import { linesOf } from "../../../charts/history-lines.ts";
import { TimeChart } from "../../../charts/time-chart.tsx";
import { valueText } from "../../../format/number.ts";
import { dayTimeText } from "../../../format/time.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { Icon } from "../../../ui/icon.tsx";
import { EmptyState, ErrorNote, Skeleton } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { useCalculatedEditing } from "./calculated-editing.ts";
import { lineOf } from "./preview-lines.ts";
import { type PreviewRange, previewRanges, type ShownPreview } from "./use-preview.ts";

const ranges: readonly PreviewRange[] = ["hour", "day", "week", "month"];

/** What it would have come to, beside it while it is edited [RUL7]. */
export function PreviewCard({ preview }: { readonly preview: ShownPreview }) {
  const m = useMessages();
  const maySee = useMay()("VIEW_TELEMETRY");
  const { device, data, isWanted } = preview;
  return (
    <section className="card rule-backtest" aria-label={m.calculated.preview} aria-busy={preview.isOld}>
      <div className="card-head">
        <div>
          <h2>{m.calculated.preview}</h2>
          <p className="soft">{isWanted || !device ? m.calculated.previewText : m.calculated.previewWrong}</p>
        </div>
        {maySee && device && <Controls preview={preview} />}
      </div>
      <ErrorNote error={preview.error} />
      {!maySee ? (
        <p className="card-body soft">{m.calculated.previewMayNot}</p>
      ) : !device ? (
        <p className="card-body soft">{m.calculated.previewNoDevice}</p>
      ) : data ? (
        <div data-old={preview.isOld || undefined}>
          <Content preview={preview} data={data} device={device} />
        </div>
      ) : (
        <div className="card-body">{isWanted && !preview.error && <Skeleton lines={6} />}</div>
      )}
    </section>
  );
}

function Controls({ preview }: { readonly preview: ShownPreview }) {
  const m = useMessages();
  const { devices, device, range, zoom } = preview;
  return (
    <div className="row">
      {zoom && (
        <button type="button" className="button small" onClick={() => preview.setZoom(undefined)}>
          <Icon name="zoomOut" /> {m.calculated.whole2}
        </button>
      )}
      {devices.length > 1 && (
        <select
          aria-label={m.calculated.previewOf}
          value={device?.id ?? ""}
          onChange={({ target }) => preview.chooseDevice(target.value)}
        >
          {devices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <select
        aria-label={m.calculated.range}
        value={range}
        onChange={({ target }) => preview.chooseRange(ranges.find((one) => one === target.value) ?? "day")}
      >
        {Object.keys(previewRanges).map((one) => (
          <option key={one} value={one}>
            {m.calculated.ranges[ranges.find((known) => known === one) ?? "day"]}
          </option>
        ))}
      </select>
    </div>
  );
}

interface ContentProps {
  readonly preview: ShownPreview;
  readonly data: CalculatedPreview;
  readonly device: { readonly id: string; readonly name: string };
}

function Content({ preview, data, device }: ContentProps) {
  const m = useMessages();
  const { definition } = useCalculatedEditing();
  const inputs = useInputLines(preview, device.id);
  const title = definition.name || definition.key;
  const lines = useMemo(() => {
    const result = lineOf(data, title, unitText(definition.unit ?? ""));
    return result ? [result, ...inputs] : inputs;
  }, [data, title, definition.unit, inputs]);
  if (data.samples.length === 0 && lines.length === 0)
    return <EmptyState icon="search" title={m.calculated.previewNone} text={m.calculated.previewNoneText} />;
  return (
    <>
      {data.samples.length === 0 && (
        <p className="card-body soft" role="status">
          <strong>{m.calculated.previewNone}.</strong> {m.calculated.previewNoneText}
        </p>
      )}
      {lines.length > 0 && (
        <div className="rule-chart">
          <TimeChart
            label={m.calculated.chart(title, device.name)}
            lines={lines}
            {...preview.shown}
            height={320}
            onZoom={(from, to) => preview.setZoom({ from, to })}
            onZoomOut={() => preview.setZoom(undefined)}
          />
        </div>
      )}
      <Foot data={data} />
    </>
  );
}

const noLines: readonly Line[] = [];

/** The channels it is calculated from, to be compared. */
function useInputLines(preview: ShownPreview, deviceId: string): readonly Line[] {
  const { definition, ground } = useCalculatedEditing();
  const keyText = definition.inputs.flatMap(({ kind, key }) => (kind === "CHANNEL" ? [key] : [])).join("\0");
  const { from, to } = preview.whole;
  const keys = useMemo(() => [...new Set(keyText.split("\0"))].filter((key) => key !== ""), [keyText]);
  const { data } = useQuery({
    queryKey: ["rule-chart", deviceId, keys, from, to],
    queryFn: ({ signal }) => readHistory({ deviceId, keys, from, to }, signal),
    enabled: keys.length > 0,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  return useMemo(() => {
    if (!data) return noLines;
    const drawn = linesOf(data, keys, (key) => ground.names.channel(key).unitShown).lines;
    return drawn.map((line) => ({ ...line, label: ground.names.channel(line.label).title || line.label }));
  }, [data, keys, ground.names]);
}

function Foot({ data: { samples, without, isCutOff } }: { readonly data: CalculatedPreview }) {
  const m = useMessages();
  const locale = useLocale();
  const last = samples.at(-1);
  return (
    <div className="card-body soft rule-foot">
      <p>
        {[
          m.calculated.previewCount(samples.length),
          without > 0 && m.calculated.previewWithout(without),
          isCutOff && last && m.calculated.previewCutOff(dayTimeText(last.ts, locale)),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {without > 0 && <p>{m.calculated.withoutWhy}</p>}
      {last && (
        <p>
          {m.calculated.newest}: <strong className="break">{valueText(last.value, locale)}</strong> (
          <Time ms={last.ts} />)
        </p>
      )}
    </div>
  );
}
