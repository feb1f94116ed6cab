import {
  type AttributeScope,
  attributeScopes,
  type DeviceViewColumn,
  type DeviceViewField,
  deviceViewFields,
} from "@heliograph/contract";
import { useId, useState } from "react";
import { meantKey, offeredText } from "../../../dashboards/editing/fields/known-channel.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { Field } from "../../../ui/field.tsx";
import { type KnownKey, useKnownKeys } from "../keys/use-known-keys.ts";
import { columnId } from "../look/columns-text.ts";
import { columnTitle } from "./column-title.ts";

interface AddColumnProps {
  readonly columns: readonly DeviceViewColumn[];
  readonly onAdd: (column: DeviceViewColumn) => void;
}

/** What else the list can show: by the names people know. */
export function AddColumn({ columns, onAdd }: AddColumnProps) {
  const m = useMessages();
  const mayRead = useMay()("VIEW_TELEMETRY");
  const { telemetry, attributes } = useKnownKeys();
  const shown = new Set(columns.map(columnId));
  const fields = deviceViewFields.filter((field) => !shown.has(field));
  const [scope, setScope] = useState<AttributeScope>("SERVER_SCOPE");
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
            known={telemetry}
            textOf={offeredText}
            onAdd={({ key }) => onAdd({ kind: "LATEST", key })}
          />
          <KeyToAdd
            label={m.deviceList.addLine}
            known={telemetry}
            textOf={offeredText}
            onAdd={({ key }) => onAdd({ kind: "HISTORY", key })}
          />
          <KeyToAdd
            label={m.deviceList.addAttribute}
            known={attributes}
            textOf={(one) => `${offeredText(one)} (${m.deviceGroups.scopes[one.scope ?? scope]})`}
            onAdd={(one) => onAdd({ kind: "ATTRIBUTE", scope: one.scope ?? scope, key: one.key })}
          />
          <Field label={m.deviceList.typedScope}>
            {(id) => (
              <select id={id} value={scope} onChange={({ target }) => setScope(target.value as AttributeScope)}>
                {attributeScopes.map((one) => (
                  <option key={one} value={one}>
                    {m.deviceGroups.scopes[one]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </>
      )}
    </div>
  );
}

interface KeyToAddProps {
  readonly label: string;
  readonly known: readonly KnownKey[];
  readonly textOf: (known: KnownKey) => string;
  readonly onAdd: (known: Pick<KnownKey, "key" | "scope">) => void;
}

/** One that is known by its name, or any other key that is typed. */
function KeyToAdd({ label, known, textOf, onAdd }: KeyToAddProps) {
  const m = useMessages();
  const listId = useId();
  const [text, setText] = useState("");
  const offered = (typed: string) => known.find((one) => textOf(one) === typed);
  const add = (typed: string) => {
    if (typed.trim() === "") return;
    const key = meantKey(typed, known);
    onAdd(offered(typed) ?? known.find((one) => one.key === key) ?? { key });
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
            placeholder={m.deviceGroups.nameOrKey}
            onChange={({ target, nativeEvent }) => {
              // taken from the list, it is meant
              const isTaken = !(nativeEvent instanceof InputEvent) || nativeEvent.inputType === "insertReplacementText";
              if (isTaken && offered(target.value)) add(target.value);
              else setText(target.value);
            }}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              add(text);
            }}
          />
          <datalist id={listId}>
            {[...new Set(known.map(textOf))].map((one) => (
              <option key={one} value={one} />
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
