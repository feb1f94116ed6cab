import { type DeviceViewColumn, viewColumnsAtMost } from "@heliograph/contract";
import { type Messages, useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useKnownKeys } from "../keys/use-known-keys.ts";
import { columnId, usualColumns } from "../look/columns-text.ts";
import { AddColumn } from "./add-column.tsx";
import { columnTitle } from "./column-title.ts";

interface ColumnDialogProps {
  readonly columns: readonly DeviceViewColumn[];
  readonly onChange: (columns: readonly DeviceViewColumn[]) => void;
  readonly onClose: () => void;
}

/** Which columns the list has, and in which order; every change is seen at once behind it. */
export function ColumnDialog({ columns, onChange, onClose }: ColumnDialogProps) {
  const m = useMessages();
  const { telemetry } = useKnownKeys();
  const nameOf = (column: DeviceViewColumn) =>
    "key" in column ? telemetry.find(({ key }) => key === column.key)?.name : undefined;
  const moved = (from: number, to: number) =>
    onChange(columns.toSpliced(from, 1).toSpliced(to, 0, ...columns.slice(from, from + 1)));
  const isFull = columns.length >= viewColumnsAtMost;
  const add = (column: DeviceViewColumn) => {
    if (!columns.some((one) => columnId(one) === columnId(column)) && !isFull) onChange([...columns, column]);
  };
  return (
    <Dialog title={m.deviceList.columnsTitle} size="wide" onClose={onClose}>
      <div className="form column-dialog">
        <ol className="column-list">
          <li>
            <span className="grow">{m.common.name}</span>
          </li>
          {columns.map((column, index) => {
            const title = columnTitle(column, m, nameOf(column));
            return (
              <li key={columnId(column)}>
                <span className="grow break">
                  {title} <span className="soft">{kindWords(column, m)}</span>
                </span>
                <IconButton
                  icon="up"
                  label={m.deviceList.earlier(title)}
                  isOff={index === 0}
                  onClick={() => moved(index, index - 1)}
                />
                <IconButton
                  icon="down"
                  label={m.deviceList.later(title)}
                  isOff={index === columns.length - 1}
                  onClick={() => moved(index, index + 1)}
                />
                <IconButton
                  icon="close"
                  label={m.deviceList.removeColumn(title)}
                  onClick={() => onChange(columns.toSpliced(index, 1))}
                />
              </li>
            );
          })}
        </ol>
        {isFull ? (
          <p className="note">{m.deviceList.columnsFull(viewColumnsAtMost)}</p>
        ) : (
          <AddColumn columns={columns} onAdd={add} />
        )}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={() => onChange(usualColumns)}>
            {m.deviceList.usualColumns}
          </button>
          <button type="button" className="button primary" onClick={onClose}>
            {m.common.close}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

function kindWords(column: DeviceViewColumn, { deviceList, deviceGroups }: Messages): string {
  if (column.kind === "HISTORY") return deviceList.history;
  return column.kind === "ATTRIBUTE" ? `${deviceList.attribute} · ${deviceGroups.scopes[column.scope]}` : "";
}

interface IconButtonProps {
  readonly icon: "up" | "down" | "close";
  readonly label: string;
  readonly isOff?: boolean;
  readonly onClick: () => void;
}

const IconButton = ({ icon, label, isOff = false, onClick }: IconButtonProps) => (
  <button
    type="button"
    className="button ghost square small"
    aria-label={label}
    title={label}
    disabled={isOff}
    onClick={onClick}
  >
    <Icon name={icon} size={16} />
  </button>
);
