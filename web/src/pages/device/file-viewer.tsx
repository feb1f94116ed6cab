import type { ChannelRecord, FileRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { exportFile, type FileWindow, fileChannels, filePreviews } from "../../api/files.ts";
import { lineOfPreview } from "../../charts/preview-lines.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { saveBlob } from "../../ui/save-blob.ts";
import { EmptyState, ErrorNote, ErrorState, Skeleton } from "../../ui/states.tsx";

interface FileViewerProps {
  readonly deviceId: string;
  readonly file: FileRecord;
  readonly onClose: () => void;
}

/** A measurement file: its channels, drawn from the preview the server made; zooming asks for a finer one [FILE7]. */
export function FileViewer({ deviceId, file, onClose }: FileViewerProps) {
  const m = useMessages();
  const { data, error, refetch } = useQuery(fileChannels(deviceId, file));
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [window, setWindow] = useState<FileWindow>({});
  return (
    <Dialog title={file.name} onClose={onClose} isWide>
      {data ? (
        <>
          <ChannelChoice channels={data.data} chosen={chosen} onChange={setChosen} />
          {chosen.length === 0 ? (
            <div className="chart-space">
              <EmptyState icon="play" title={m.files.chooseChannels} text={m.telemetry.zoomHint} />
            </div>
          ) : (
            <FileChart
              deviceId={deviceId}
              file={file}
              channels={data.data.filter(({ index }) => chosen.includes(index))}
              window={window}
              onWindow={setWindow}
            />
          )}
          <ExportFile deviceId={deviceId} file={file} chosen={chosen} window={window} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Dialog>
  );
}

interface ChannelChoiceProps {
  readonly channels: readonly ChannelRecord[];
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
}

function ChannelChoice({ channels, chosen, onChange }: ChannelChoiceProps) {
  const locale = useLocale();
  const m = useMessages();
  const toggle = (index: number, isOn: boolean) =>
    onChange(isOn ? [...chosen, index] : chosen.filter((one) => one !== index));
  return (
    <fieldset className="file-channels" aria-label={m.telemetry.channels}>
      {channels.map(({ index, name, displayName, unit, sampleCount }) => (
        <label key={index} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(index)}
            onChange={({ target }) => toggle(index, target.checked)}
          />
          <span className="cut" title={name}>
            {displayName || name} {unit && <span className="soft">[{unit}]</span>}
          </span>
          <small className="cut">{m.files.samples(countText(sampleCount, locale))}</small>
        </label>
      ))}
    </fieldset>
  );
}

interface FileChartProps {
  readonly deviceId: string;
  readonly file: FileRecord;
  readonly channels: readonly ChannelRecord[];
  readonly window: FileWindow;
  readonly onWindow: (window: FileWindow) => void;
}

function FileChart({ deviceId, file, channels, window, onWindow }: FileChartProps) {
  const m = useMessages();
  const indices = channels.map(({ index }) => index);
  const { data, error, refetch } = useQuery(filePreviews(deviceId, file, indices, window));
  const lines = useMemo(
    () => (data ?? []).flatMap((preview, at) => (channels[at] && lineOfPreview(channels[at], preview)) ?? []),
    [data, channels],
  );
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />;
  const from = window.startTime ?? Math.min(...channels.map(({ startTime }) => startTime ?? file.startTime));
  const to = window.endTime ?? Math.max(...channels.map(({ endTime }) => endTime ?? file.endTime));
  return (
    <TimeChart
      label={`${m.telemetry.chart}: ${channels.map(({ name }) => name).join(", ")}`}
      lines={lines}
      from={from}
      to={to}
      height={320}
      onZoom={(startTime, endTime) => onWindow({ startTime, endTime })}
      onZoomOut={() => onWindow({})}
    />
  );
}

interface ExportFileProps {
  readonly deviceId: string;
  readonly file: FileRecord;
  readonly chosen: readonly number[];
  readonly window: FileWindow;
}

function ExportFile({ deviceId, file, chosen, window }: ExportFileProps) {
  const m = useMessages();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  if (!useMay()("DOWNLOAD_FILES")) return null;
  const save = async () => {
    setBusy(true);
    setError(undefined);
    const name =
      file.name
        .split("/")
        .at(-1)
        ?.replace(/\.osfz?$/i, "") || "file";
    await exportFile(deviceId, file, chosen, window).then((blob) => saveBlob(blob, `${name}.csv`), setError);
    setBusy(false);
  };
  return (
    <div className="dialog-actions">
      <ErrorNote error={error} />
      <button type="button" className="button" disabled={isBusy} onClick={() => void save()}>
        <Icon name="download" /> {m.files.exportCsv}
      </button>
    </div>
  );
}
