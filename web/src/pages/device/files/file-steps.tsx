import type { FileWindowBounds } from "../../../api/file-window.ts";
import { countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";

interface FileStepsProps {
  readonly bounds: FileWindowBounds;
  /** A filter that only looks at what is shown. */
  readonly isFilteredHere: boolean;
  readonly onStep: (back: number) => void;
}

/** Which part of very many files the timeline and the list show, and the way to the others; nothing where it is all. */
export function FileSteps({ bounds: { total, start, end, back, hasOlder }, isFilteredHere, onStep }: FileStepsProps) {
  const m = useMessages();
  const locale = useLocale();
  if (back === 0 && !hasOlder) return null;
  // Counted as they are listed, the newest first.
  const [from, to] = [total - end + 1, total - start].map((count) => countText(count, locale));
  return (
    <div className="note note-warn cut-note">
      <span className="grow" role="status">
        {m.files.part(from ?? "", to ?? "", countText(total, locale))} {isFilteredHere && m.files.partFiltered}
      </span>
      <span className="row">
        <button type="button" className="button small" disabled={back === 0} onClick={() => onStep(back - 1)}>
          <Icon name="left" /> {m.files.newer}
        </button>
        <button type="button" className="button small" disabled={!hasOlder} onClick={() => onStep(back + 1)}>
          {m.files.older} <Icon name="right" />
        </button>
      </span>
    </div>
  );
}
