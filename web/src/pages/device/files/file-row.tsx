import type { FileRecord } from "@heliograph/contract";
import { bytesText, countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Time } from "../../../ui/time.tsx";
import { baseName } from "./file-key.ts";

interface FileRowProps {
  readonly file: FileRecord;
  readonly isSelected: boolean;
  readonly isLit: boolean;
  readonly onToggle: () => void;
  readonly onOpen: () => void;
}

/** Whatever could be read of it, up to the damage of a broken file. */
const isReadable = ({ processing, channelCount }: FileRecord): boolean =>
  processing === "DONE" || (processing === "FAILED" && channelCount !== null);

export function FileRow({ file, isSelected, isLit, onToggle, onOpen }: FileRowProps) {
  const m = useMessages();
  const locale = useLocale();
  return (
    <tr data-selected={isSelected || undefined} data-lit={isLit || undefined}>
      <td className="narrow-cell">
        <input type="checkbox" aria-label={m.files.select(file.name)} checked={isSelected} onChange={onToggle} />
      </td>
      <td>
        {isReadable(file) ? (
          <button type="button" className="as-link" title={file.name} data-opens onClick={onOpen}>
            {baseName(file.name)}
          </button>
        ) : (
          <span title={file.name}>{baseName(file.name)}</span>
        )}
      </td>
      <td className="soft cut tag-cell" title={file.tag}>
        {file.tag}
      </td>
      <td className="soft nowrap">
        <Time ms={file.startTime} />
      </td>
      <td className="right soft nowrap">{file.size === null ? "–" : bytesText(file.size, locale)}</td>
      <td className="soft nowrap">
        <Content file={file} />
      </td>
      <td className="status-cell" title={m.files.status[file.storageStatus]}>
        <span className="row legend">
          <i className={`status-${file.storageStatus}`} />
          <span className="status-words">{m.files.status[file.storageStatus]}</span>
        </span>
      </td>
    </tr>
  );
}

function Content({ file }: { readonly file: FileRecord }) {
  const m = useMessages();
  const locale = useLocale();
  if (file.processing === "FAILED" || file.error !== null)
    return (
      <span className="badge bad" title={file.error ?? ""}>
        {m.files.failed}
      </span>
    );
  if (file.processing === "PENDING" && file.storageStatus >= 2) return <span className="badge">{m.files.pending}</span>;
  if (file.channelCount === null) return <>–</>;
  return <>{m.files.channels(countText(file.channelCount, locale))}</>;
}
