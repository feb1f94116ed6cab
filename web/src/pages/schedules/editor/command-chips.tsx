import type { CommandInput } from "@heliograph/contract";
import { Fragment } from "react";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { SentenceChip } from "../../../ui/chip.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { commandText } from "../../device/commands/command-text.ts";
import { CommandFields } from "./command-fields.tsx";

interface CommandChipsProps {
  readonly commands: readonly CommandInput[];
  readonly onChange: ((commands: CommandInput[]) => void) | undefined;
}

const commandsAtMost = 20;

/** A sequence of commands, each of which a device gets in this order. */
export function CommandChips({ commands, onChange }: CommandChipsProps) {
  const m = useMessages();
  const add = () => onChange?.([...commands, { type: "SCPI", target: "dev", text: "*RST" }]);
  return (
    <>
      {commands.map((command, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what a command is may change while it is written
        <Fragment key={at}>
          {at > 0 && m.schedules.andThen}
          <CommandChip
            command={command}
            onChange={onChange && ((next) => onChange(commands.map((one, index) => (index === at ? next : one))))}
            onMove={onChange && commands.length > 1 ? (by) => onChange(moved(commands, at, by)) : undefined}
            onRemove={onChange && commands.length > 1 ? () => onChange(without(commands, at)) : undefined}
          />
        </Fragment>
      ))}{" "}
      {onChange && commands.length < commandsAtMost && (
        <button type="button" className="rule-add" onClick={add}>
          <Icon name="plus" size={14} /> {m.schedules.addCommand}
        </button>
      )}
    </>
  );
}

const without = (commands: readonly CommandInput[], at: number): CommandInput[] =>
  commands.filter((_, index) => index !== at);

/** Earlier or later by so many places. */
function moved(commands: readonly CommandInput[], at: number, by: number): CommandInput[] {
  const to = Math.min(Math.max(at + by, 0), commands.length - 1);
  return without(commands, at).toSpliced(to, 0, ...commands.slice(at, at + 1));
}

interface CommandChipProps {
  readonly command: CommandInput;
  readonly onChange: ((command: CommandInput) => void) | undefined;
  readonly onMove: ((by: number) => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

const longest = 40;

function CommandChip({ command, onChange, onMove, onRemove }: CommandChipProps) {
  const m = useMessages();
  const text = commandText({ type: command.type, parameters: command }, useLocale());
  const line = text.replaceAll(/\s+/g, " ");
  return (
    <SentenceChip
      label={m.schedules.command}
      text={<code>{line.length > longest ? `${line.slice(0, longest)}…` : line}</code>}
      isReadOnly={!onChange}
    >
      <CommandFields command={command} onChange={(next) => onChange?.(next)} />
      {onMove && onRemove && (
        <div className="row">
          <button type="button" className="button small" onClick={() => onMove(-1)}>
            <Icon name="left" /> {m.schedules.commandFirst}
          </button>
          <button type="button" className="button small" onClick={() => onMove(1)}>
            {m.schedules.commandLater} <Icon name="right" />
          </button>
          <button type="button" className="button small" onClick={onRemove}>
            <Icon name="trash" /> {m.schedules.removeCommand}
          </button>
        </div>
      )}
    </SentenceChip>
  );
}
