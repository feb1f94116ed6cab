import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useIsPhone } from "../../state/use-media.ts";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu.tsx";
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

/** On a phone there is room for the first, which are wanted most; the others are behind "More". */
const inSightOnPhone = 2;

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
  const isPhone = useIsPhone();
  const [inSight, behind] = isPhone ? [actions.slice(0, inSightOnPhone), actions.slice(inSightOnPhone)] : [actions, []];
  const button = (action: ManyAction, className: string) => (
    <button
      key={action}
      type="button"
      className={className}
      disabled={action === "compare" && (isAll || count > comparedAtMost)}
      title={action === "compare" ? m.deviceList.compareText(comparedAtMost) : undefined}
      onClick={() => onAct(action)}
      data-closes
    >
      {!(isPhone && inSight.includes(action)) && <Icon name={icons[action]} />} {words[action]}
    </button>
  );
  return (
    <div role="status">
      {count > 0 && (
        <div className="selection-bar">
          <div className="selection-words">
            <strong>{isAll ? m.devices.allSelected(countText(total, locale)) : m.devices.selected(count)}</strong>
            {!isAll && count < total && (
              <button type="button" className="button small ghost" onClick={() => selection.chooseAll()}>
                {m.devices.selectAll(countText(total, locale))}
              </button>
            )}
          </div>
          {inSight.map((action) => button(action, "button small"))}
          {behind.length > 0 && (
            <Menu label={m.shell.more} className="button small" button={<MoreWords />}>
              {behind.map((action) => button(action, "menu-item"))}
            </Menu>
          )}
          <button
            type="button"
            className={isPhone ? "button small ghost square selection-clear" : "button small ghost"}
            aria-label={m.devices.clearSelection}
            onClick={() => selection.clear()}
          >
            {isPhone ? <Icon name="close" /> : m.devices.clearSelection}
          </button>
        </div>
      )}
    </div>
  );
}

function MoreWords() {
  const m = useMessages();
  return (
    <>
      <Icon name="more" /> <span aria-hidden="true">{m.shell.more}</span>
    </>
  );
}
