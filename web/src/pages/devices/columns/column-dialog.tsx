import {
  attributeScopes,
  type DeviceViewColumn,
  type DeviceViewField,
  deviceViewFields,
  viewColumnsAtMost,
} from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { knownKeys } from "../../../api/known-keys.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../../shell/current-user.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { columnId, usualColumns } from "../look/columns-text.ts";
import { columnTitle } from "./column-title.ts";

interface ColumnDialogProps {
  readonly columns: readonly DeviceViewColumn[];
  readonly onChange: (columns: readonly DeviceViewColumn[]) => void;
  readonly onClose: () => void;
}

/** Which columns the list has, and in which order; every change is seen at once behind it. */
export function ColumnDialog({ columns, onChange, onClose }: ColumnDialogProps) {
  const m = useMessages();
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
            const title = columnTitle(column, m);
            return (
              <li key={columnId(column)}>
                <span className="grow break">
                  {title} <span className="soft">{kindWords(column, m.deviceList)}</span>
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

const kindWords = (
  column: DeviceViewColumn,
  words: { readonly history: string; readonly attribute: string },
): string =>
  column.kind === "HISTORY" ? words.history : column.kind === "ATTRIBUTE" ? `${words.attribute} · ${column.scope}` : "";

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

interface AddColumnProps {
  readonly columns: readonly DeviceViewColumn[];
  readonly onAdd: (column: DeviceViewColumn) => void;
}

function AddColumn({ columns, onAdd }: AddColumnProps) {
  const m = useMessages();
  const mayRead = useMay()("VIEW_TELEMETRY");
  const { data } = useQuery({ ...knownKeys(useTenantId()), enabled: mayRead });
  const shown = new Set(columns.map(columnId));
  const fields = deviceViewFields.filter((field) => !shown.has(field));
  const [scope, setScope] = useState<(typeof attributeScopes)[number]>("SERVER_SCOPE");
  return (
    <div className="column-add">
      {fields.length > 0 && (
        <Field label={m.deviceList.addField}>
          {(id) => (
            <select
              id={id}
              value=""
              onChange={({ target }) => onAdd({ kind: "FIELD", field: target.value as DeviceViewField })}
            >
              <option value="">{m.deviceGroups.choose}</option>
              {fields.map((field) => (
                <option key={field} value={field}>
                  {columnTitle({ kind: "FIELD", field }, m)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {mayRead && (
        <>
          <KeyToAdd
            label={m.deviceList.addValue}
            keys={data?.telemetry}
            onAdd={(key) => onAdd({ kind: "LATEST", key })}
          />
          <KeyToAdd
            label={m.deviceList.addLine}
            keys={data?.telemetry}
            onAdd={(key) => onAdd({ kind: "HISTORY", key })}
          />
          <div className="row">
            <KeyToAdd
              label={m.deviceList.addAttribute}
              keys={data?.attributes}
              onAdd={(key) => onAdd({ kind: "ATTRIBUTE", scope, key })}
            />
            <Field label={m.deviceGroups.scope}>
              {(id) => (
                <select id={id} value={scope} onChange={({ target }) => setScope(target.value as typeof scope)}>
                  {attributeScopes.map((one) => (
                    <option key={one}>{one}</option>
                  ))}
                </select>
              )}
            </Field>
          </div>
        </>
      )}
    </div>
  );
}

interface KeyToAddProps {
  readonly label: string;
  readonly keys: readonly string[] | undefined;
  readonly onAdd: (key: string) => void;
}

/** A key that is known, or any other that is typed. */
function KeyToAdd({ label, keys = [], onAdd }: KeyToAddProps) {
  const m = useMessages();
  const listId = useId();
  const [text, setText] = useState("");
  const add = (key: string) => {
    if (key.trim() === "") return;
    onAdd(key);
    setText("");
  };
  return (
    <Field label={label}>
      {(id) => (
        <div className="row key-to-add">
          <input
            id={id}
            list={listId}
            value={text}
            maxLength={256}
            onChange={({ target, nativeEvent }) => {
              // taken from the list, it is meant
              const isTaken = !(nativeEvent instanceof InputEvent) || nativeEvent.inputType === "insertReplacementText";
              if (isTaken && keys.includes(target.value)) add(target.value);
              else setText(target.value);
            }}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              add(text);
            }}
          />
          <datalist id={listId}>
            {keys.map((key) => (
              <option key={key} value={key} />
            ))}
          </datalist>
          <button
            type="button"
            className="button small"
            aria-label={`${m.deviceList.add}: ${label}`}
            onClick={() => add(text)}
          >
            {m.deviceList.add}
          </button>
        </div>
      )}
    </Field>
  );
}
