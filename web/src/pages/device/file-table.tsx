import type { FileRecord } from "@heliograph/contract";
import { useState } from "react";
import { bytesText, countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { Time } from "../../ui/time.tsx";
import { fileKey } from "./file-key.ts";
import { FileViewer } from "./file-viewer.tsx";

interface FileTableProps {
  readonly deviceId: string;
  readonly files: readonly FileRecord[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

const pageSize = 200;

/** Whatever could be read of it, up to the damage of a broken file. */
const isReadable = ({ processing, channelCount }: FileRecord): boolean =>
  processing === "DONE" || (processing === "FAILED" && channelCount !== null);

export function FileTable({ deviceId, files, selected, onSelect }: FileTableProps) {
  const m = useMessages();
  const locale = useLocale();
  const [limit, setLimit] = useState(pageSize);
  const [open, setOpen] = useState<FileRecord>();
  const toggle = (file: FileRecord, isOn: boolean) => {
    const next = new Set(selected);
    if (isOn) next.add(fileKey(file));
    else next.delete(fileKey(file));
    onSelect(next);
  };
  const shown = [...files].sort((a, b) => b.startTime - a.startTime).slice(0, limit);
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th>
              <span className="off-screen">{m.files.select("")}</span>
            </th>
            <th>{m.common.name}</th>
            <th className="hide-narrow">{m.files.tag}</th>
            <th className="hide-narrow">{m.files.start}</th>
            <th className="right hide-narrow">{m.files.size}</th>
            <th className="hide-narrow">{m.files.processing}</th>
            <th>{m.files.storage}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((file) => (
            <tr key={fileKey(file)}>
              <td>
                <input
                  type="checkbox"
                  aria-label={m.files.select(file.name)}
                  checked={selected.has(fileKey(file))}
                  onChange={({ target }) => toggle(file, target.checked)}
                />
              </td>
              <td>
                {isReadable(file) ? (
                  <button type="button" className="as-link" onClick={() => setOpen(file)}>
                    {file.name}
                  </button>
                ) : (
                  file.name
                )}
              </td>
              <td className="soft hide-narrow">{file.tag}</td>
              <td className="soft nowrap hide-narrow">
                <Time ms={file.startTime} />
              </td>
              <td className="right soft nowrap hide-narrow">
                {file.size === null ? "–" : bytesText(file.size, locale)}
              </td>
              <td className="soft hide-narrow">
                <Content file={file} />
              </td>
              <td>
                <StorageStatus status={file.storageStatus} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {open && <FileViewer deviceId={deviceId} file={open} onClose={() => setOpen(undefined)} />}
      {files.length > limit && (
        <div className="card-body row">
          <button type="button" className="button" onClick={() => setLimit(limit + pageSize)}>
            {m.common.more}
          </button>
          <small>{m.common.showing(countText(limit, locale), countText(files.length, locale))}</small>
        </div>
      )}
    </div>
  );
}

function Content({ file }: { readonly file: FileRecord }) {
  const m = useMessages();
  const locale = useLocale();
  if (file.processing === "FAILED")
    return (
      <span className="badge bad" title={file.error ?? ""}>
        {m.files.failed}
      </span>
    );
  if (file.processing === "PENDING" && file.storageStatus >= 2) return <span className="badge">{m.files.pending}</span>;
  if (file.channelCount === null) return <>–</>;
  return <>{m.files.channels(countText(file.channelCount, locale))}</>;
}

function StorageStatus({ status }: { readonly status: number }) {
  const m = useMessages();
  return (
    <span className="row legend">
      <i className={`status-${status}`} />
      <span>{m.files.status[status]}</span>
    </span>
  );
}
