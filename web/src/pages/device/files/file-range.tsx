import type { FileWindow } from "../../../api/files.ts";
import { spanText } from "../../../format/duration.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { rangeText } from "../../../time-range/time-words.ts";
import { Icon } from "../../../ui/icon.tsx";

interface FileRangeProps {
  readonly from: number;
  readonly to: number;
  /** Whether nothing is zoomed. */
  readonly isWhole: boolean;
  readonly onWindow: (window: FileWindow) => void;
}

/** What of a file is in view, in words, and the way back to all of it. */
export function FileRange({ from, to, isWhole, onWindow }: FileRangeProps) {
  const m = useMessages();
  const locale = useLocale();
  return (
    <div className="row between file-range">
      <span role="status">
        <strong>{rangeText(from, to, locale)}</strong>{" "}
        <span className="soft">{isWhole ? m.files.wholeFile : spanText(to - from, locale)}</span>
      </span>
      {!isWhole && (
        <button type="button" className="button small" onClick={() => onWindow({})}>
          <Icon name="undo" size={16} /> {m.files.wholeFile}
        </button>
      )}
    </div>
  );
}
