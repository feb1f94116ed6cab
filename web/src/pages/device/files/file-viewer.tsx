import type { ChannelRecord, FileRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type FileWindow, fileChannels } from "../../../api/files.ts";
import { useChannels } from "../../../channels/use-channels.ts";
import { bytesText, countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { describedChannels } from "./described-channels.ts";
import { ExportFile } from "./export-file.tsx";
import { FileChannels } from "./file-channels.tsx";
import { FileChart } from "./file-chart.tsx";
import { baseName } from "./file-key.ts";
import { firstChannels } from "./first-channels.ts";

interface FileViewerProps {
  readonly deviceId: string;
  readonly file: FileRecord;
  readonly window: FileWindow;
  readonly onWindow: (window: FileWindow) => void;
  /** Undefined where nobody chose. */
  readonly chosen?: readonly number[] | undefined;
  /** Told where an address follows. */
  readonly onChoose?: (chosen: readonly number[]) => void;
  readonly onClose: () => void;
}

/** A measurement file: its channels, drawn from the preview the server made; zooming asks for a finer one [FILE7]. */
export function FileViewer({ deviceId, file, onClose, ...look }: FileViewerProps) {
  const { data, error, refetch } = useQuery(fileChannels(deviceId, file));
  const channels = useChannels(deviceId);
  const described = useMemo(() => describedChannels(data?.data ?? [], channels), [data, channels]);
  return (
    <Dialog title={baseName(file.name)} onClose={onClose} size="full">
      <FileFacts file={file} />
      {data ? (
        <Content {...{ deviceId, file, ...look }} channels={described} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="chart-space">
          <Skeleton lines={8} />
        </div>
      )}
    </Dialog>
  );
}

function FileFacts({ file }: { readonly file: FileRecord }) {
  const m = useMessages();
  const locale = useLocale();
  return (
    <div className="row soft file-facts">
      <span className="badge">{file.tag}</span>
      <span>
        <Time ms={file.startTime} /> – <Time ms={file.endTime} />
      </span>
      {file.size !== null && <span>{bytesText(file.size, locale)}</span>}
      {file.sampleCount !== null && <span>{m.files.samples(countText(file.sampleCount, locale))}</span>}
      {(file.processing === "FAILED" || file.error !== null) && (
        <span className="badge bad">{file.error ?? m.files.failed}</span>
      )}
    </div>
  );
}

interface ContentProps extends Omit<FileViewerProps, "onClose"> {
  readonly channels: readonly ChannelRecord[];
}

function Content({ deviceId, file, channels, window, onWindow, onChoose, ...look }: ContentProps) {
  const m = useMessages();
  const [picked, setPicked] = useState(look.chosen); // the address follows a moment later, and a box shows its tick at once
  const chosen = picked ?? firstChannels(channels);
  const choose = (next: readonly number[]) => {
    setPicked(next);
    onChoose?.(next);
  };
  if (channels.length === 0) return <EmptyState icon="file" title={m.files.noChannels} text={m.files.noChannelsText} />;
  return (
    <div className="file-content">
      <FileChannels channels={channels} chosen={chosen} onChange={choose} />
      <div className="stack">
        {chosen.length === 0 ? (
          <div className="chart-space">
            <EmptyState icon="play" title={m.files.chooseChannels} text={m.telemetry.zoomHint} />
          </div>
        ) : (
          <FileChart
            deviceId={deviceId}
            file={file}
            channels={channels.filter(({ index }) => chosen.includes(index))}
            window={window}
            onWindow={onWindow}
          />
        )}
        <div className="row between">
          <small>{m.telemetry.zoomHint}</small>
          <ExportFile deviceId={deviceId} file={file} chosen={chosen} window={window} />
        </div>
      </div>
    </div>
  );
}
