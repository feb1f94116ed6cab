import type { ShownFile } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fileChannels } from "../../../api/files.ts";
import { useChannels } from "../../../channels/use-channels.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ErrorNote, RetryNote, Skeleton } from "../../../ui/states.tsx";
import { Ago } from "../../../ui/time.tsx";
import { describedChannels } from "../files/described-channels.ts";
import { baseName, fileKey } from "../files/file-key.ts";
import { ShowTotal } from "../overview/show-total.tsx";
import { fileLineId, roomLeft, withLines } from "./compared-lines.ts";
import type { TelemetrySearch, Window } from "./telemetry-search.ts";
import { useFilesInView } from "./use-file-lines.ts";

interface FilesInViewProps {
  readonly deviceId: string;
  readonly window: Window;
  readonly search: TelemetrySearch;
  readonly onChange: (search: TelemetrySearch) => void;
}

/** Files that are about the time in view: their channels are lines in the same chart. */
export function FilesInView({ deviceId, window, search, onChange }: FilesInViewProps) {
  const m = useMessages();
  const { files, total, error, refetch } = useFilesInView(deviceId, window);
  if (files.length === 0 && !error) return null;
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          {m.compare.filesInView} <ShowTotal total={total} />
        </h2>
      </div>
      {error && (
        <div className="card-body">
          <RetryNote error={error} onRetry={() => void refetch()} />
        </div>
      )}
      <ul className="overview-list files-in-view">
        {files.map((file) => (
          <FileInView key={fileKey(file)} {...{ deviceId, file, search, onChange }} />
        ))}
      </ul>
    </section>
  );
}

interface FileInViewProps extends Omit<FilesInViewProps, "window"> {
  readonly file: ShownFile;
}

function FileInView({ deviceId, file, search, onChange }: FileInViewProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details className="grow" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="mono break">
          {baseName(file.name)} <small className="soft">{<Ago ms={file.startTime} />}</small>
        </summary>
        {isOpen && <FileChannelChoice {...{ deviceId, file, search, onChange }} />}
      </details>
    </li>
  );
}

function FileChannelChoice({ deviceId, file, search, onChange }: FileInViewProps) {
  const m = useMessages();
  const { data, error } = useQuery(fileChannels(deviceId, file));
  const channels = useChannels(deviceId);
  if (!data) return error ? <ErrorNote error={error} /> : <Skeleton lines={2} />;
  const chosen = search.files ?? [];
  const drawable = describedChannels(data.data, channels).filter(({ min }) => min !== null);
  if (drawable.length === 0) return <small className="soft">{m.files.noChannels}</small>;
  return drawable.map(({ index, displayName, name, unit }) => {
    const id = fileLineId({ index, tag: file.tag, name: file.name });
    const isChosen = chosen.includes(id);
    const next = isChosen ? chosen.filter((one) => one !== id) : [...chosen, id];
    return (
      <label key={index} className="row">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={!isChosen && roomLeft(search) === 0}
          onChange={() => onChange(withLines(search, "files", next))}
        />
        <span className="break">
          {displayName || name} {unit && <span className="soft">{unit}</span>}
        </span>
      </label>
    );
  });
}
