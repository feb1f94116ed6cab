import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Selection } from "./use-selection.ts";

export const manyActions = [
  "acknowledge",
  "command",
  "attributes",
  "type",
  "move",
  "compare",
  "export",
  "delete",
] as const;
export type ManyAction = (typeof manyActions)[number];
/** What is done to them; to compare them is only a look. */
export type ManyWork = Exclude<ManyAction, "compare">;

const icons = {
  acknowledge: "check",
  compare: "chart",
  move: "projects",
  attributes: "edit",
  type: "types",
  command: "code",
  export: "download",
  delete: "trash",
} as const satisfies Record<ManyAction, string>;

/** More lines than a chart has colours help nobody. */
export const comparedAtMost = 12;

interface SelectionBarProps {
  readonly selection: Selection;
  readonly total: number;
  /** What one may do with them. */
  readonly actions: readonly ManyAction[];
  readonly onAct: (action: ManyAction) => void;
}

/** What is chosen and what can be done with it; nothing while nothing is. */
export function SelectionBar({ selection, total, actions, onAct }: SelectionBarProps) {
  const m = useMessages();
  const locale = useLocale();
  const { isAll, chosen } = selection;
  const count = isAll ? total : chosen.size;
  const words: Record<ManyAction, string> = {
    acknowledge: m.alarms.acknowledge,
    compare: m.deviceList.compare,
    move: m.projects.move,
    attributes: m.deviceList.setAttributes,
    type: m.deviceList.setType,
    command: m.devices.sendCommand,
    export: m.deviceList.export,
    delete: m.common.delete,
  };
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
          {actions.map((action) => (
            <button
              key={action}
              type="button"
              className="button small"
              disabled={action === "compare" && (isAll || count > comparedAtMost)}
              title={action === "compare" ? m.deviceList.compareText(comparedAtMost) : undefined}
              onClick={() => onAct(action)}
            >
              <Icon name={icons[action]} /> {words[action]}
            </button>
          ))}
          <button type="button" className="button small ghost" onClick={() => selection.clear()}>
            {m.devices.clearSelection}
          </button>
        </div>
      )}
    </div>
  );
}
