import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Selection } from "./use-selection.ts";

interface SelectionBarProps {
  readonly selection: Selection;
  readonly total: number;
  /** What one may do with them. */
  readonly onMove: (() => void) | undefined;
  readonly onCommand: (() => void) | undefined;
  readonly onDelete: (() => void) | undefined;
}

/** What is chosen and what can be done with it; nothing while nothing is. */
export function SelectionBar({ selection, total, onMove, onCommand, onDelete }: SelectionBarProps) {
  const m = useMessages();
  const locale = useLocale();
  const { isAll, chosen } = selection;
  const count = isAll ? total : chosen.size;
  return (
    <div role="status">
      {count > 0 && (
        <div className="selection-bar">
          <strong>{isAll ? m.devices.allSelected(countText(total, locale)) : m.devices.selected(count)}</strong>
          {!isAll && count < total && (
            <button type="button" className="button small ghost" onClick={() => selection.chooseAll()}>
              {m.devices.selectAll(countText(total, locale))}
            </button>
          )}
          <span className="grow" />
          {onMove && (
            <button type="button" className="button small" onClick={onMove}>
              <Icon name="projects" /> {m.projects.move}
            </button>
          )}
          {onCommand && (
            <button type="button" className="button small" onClick={onCommand}>
              <Icon name="code" /> {m.devices.sendCommand}
            </button>
          )}
          {onDelete && (
            <button type="button" className="button small" onClick={onDelete}>
              <Icon name="trash" /> {m.common.delete}
            </button>
          )}
          <button type="button" className="button small ghost" onClick={() => selection.clear()}>
            {m.devices.clearSelection}
          </button>
        </div>
      )}
    </div>
  );
}
