import type { CommandParameter, DeviceTypeRecord, TypeCommand } from "@heliograph/contract";
import { useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { removedAt, replacedAt, withField } from "./draft.ts";
import { CheckEdit, TextEdit } from "./edit-fields.tsx";
import { FormLine } from "./form-line.tsx";

interface CommandSectionProps {
  readonly commands: readonly TypeCommand[];
  readonly onEdit: ((part: Partial<DeviceTypeRecord>) => void) | undefined;
}

/** Calls of the device, each a form. */
export function CommandSection({ commands, onEdit }: CommandSectionProps) {
  const m = useMessages();
  const set = onEdit && ((next: TypeCommand[]) => onEdit({ commands: next }));
  return (
    <div className="stack">
      {commands.length === 0 && (
        <section className="card">
          <EmptyState icon="send" title={m.deviceTypes.noCommands} text={m.deviceTypes.noCommandsText} />
        </section>
      )}
      {commands.map((command, index) => (
        <CommandCard
          // biome-ignore lint/suspicious/noArrayIndexKey: a command is known by its place while its method is being typed
          key={index}
          command={command}
          onChange={set && ((next) => set(replacedAt(commands, index, next)))}
          onRemove={set && (() => set(removedAt(commands, index)))}
        />
      ))}
      {set && (
        <div className="row">
          <button
            type="button"
            className="button"
            onClick={() => set([...commands, { method: `method${commands.length + 1}` }])}
          >
            <Icon name="plus" /> {m.deviceTypes.addCommand}
          </button>
        </div>
      )}
    </div>
  );
}

interface CommandCardProps {
  readonly command: TypeCommand;
  readonly onChange: ((command: TypeCommand) => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

function CommandCard({ command, onChange, onRemove }: CommandCardProps) {
  const m = useMessages();
  const parameters = command.parameters ?? [];
  const setParameters = onChange && ((next: CommandParameter[]) => onChange(withField(command, "parameters", next)));
  const title = command.name || command.method;
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2 className="break">{title}</h2>
        {onRemove && (
          <button
            type="button"
            className="button ghost square small"
            aria-label={`${m.common.delete}: ${title}`}
            onClick={onRemove}
          >
            <Icon name="trash" />
          </button>
        )}
      </div>
      <div className="card-body form">
        <div className="form-pair">
          <TextEdit
            label={m.commands.method}
            value={command.method}
            maxLength={256}
            onChange={onChange && ((method) => onChange({ ...command, method }))}
          />
          <TextEdit
            label={m.common.name}
            value={command.name}
            onChange={onChange && ((name) => onChange(withField(command, "name", name)))}
          />
          <TextEdit
            label={m.deviceTypes.confirmation}
            value={command.confirmation}
            maxLength={1024}
            onChange={onChange && ((text) => onChange(withField(command, "confirmation", text)))}
          />
        </div>
        <CheckEdit
          label={m.commands.oneway}
          value={command.oneWay ?? false}
          onChange={onChange && ((on) => onChange(withField(command, "oneWay", on || undefined)))}
        />
        {parameters.map((parameter, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a parameter is known by its place while its key is being typed
          <div className="form-line" key={index}>
            <FormLine
              line={parameter}
              onChange={setParameters && ((next) => setParameters(replacedAt(parameters, index, next)))}
            />
            {setParameters && (
              <button
                type="button"
                className="button ghost square small"
                aria-label={`${m.common.delete}: ${parameter.key}`}
                onClick={() => setParameters(removedAt(parameters, index))}
              >
                <Icon name="trash" />
              </button>
            )}
          </div>
        ))}
        {setParameters && (
          <div className="row">
            <button
              type="button"
              className="button small"
              onClick={() => setParameters([...parameters, { key: `parameter${parameters.length + 1}` }])}
            >
              <Icon name="plus" /> {m.deviceTypes.addParameter}
            </button>
          </div>
        )}
      </div>
    </section>
  );
}
