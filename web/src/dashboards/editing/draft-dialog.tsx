import type { DashboardRecord } from "@heliograph/contract";
import { dateTimeText } from "../../format/time.ts";
import { useLocale } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { Draft } from "./draft.ts";
import { useEditorWords } from "./words/words.ts";

interface DraftDialogProps {
  readonly draft: Draft;
  readonly record: DashboardRecord;
  readonly onContinue: () => void;
  readonly onDiscard: () => void;
}

/** Whether to go on with what was not saved: only an answer closes it. */
export function DraftDialog({ draft, record, onContinue, onDiscard }: DraftDialogProps) {
  const words = useEditorWords();
  const locale = useLocale();
  return (
    <Dialog title={words.draft.title} onClose={onContinue} isHeld>
      <p>{words.draft.text(dateTimeText(draft.keptAt, locale))}</p>
      {draft.version < record.version && <p>{words.draft.older(record.savedBy ?? words.draft.somebody)}</p>}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onDiscard}>
          {words.draft.discard}
        </button>
        <button type="button" className="button primary" onClick={onContinue}>
          {words.draft.goOn}
        </button>
      </div>
    </Dialog>
  );
}
