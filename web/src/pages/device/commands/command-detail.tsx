import type { CommandRecord } from "@heliograph/contract";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Time } from "../../../ui/time.tsx";
import { commandText } from "./command-text.ts";
import { StatusBadge } from "./status-badge.tsx";

export function CommandDetail({ command, onClose }: { readonly command: CommandRecord; readonly onClose: () => void }) {
  const m = useMessages();
  const times = [
    [m.commands.created, command.createdTime],
    [m.commands.sent, command.sentTime],
    [m.commands.answered, command.answeredTime],
    [m.commands.expires, command.expiresTime],
  ] as const;
  return (
    <Dialog title={m.commands.types[command.type]} onClose={onClose} size="wide">
      <dl className="facts">
        <dt>{m.commands.content}</dt>
        <dd className="mono">{commandText(command, useLocale())}</dd>
        <dt>{m.commands.state}</dt>
        <dd>
          <StatusBadge status={command.status} />
        </dd>
        <dt>{m.commands.by}</dt>
        <dd>{command.createdBy}</dd>
        {times.map(([name, ms]) => ms !== null && <Moment key={name} name={name} ms={ms} />)}
        <dt>{m.commands.attempts}</dt>
        <dd>{command.attempts}</dd>
        <dt>{m.commands.messageId}</dt>
        <dd>{command.messageId}</dd>
      </dl>
      {command.error !== null && <p className="note note-error">{command.error}</p>}
      {command.answer !== null && (
        <div className="code-block">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long answers scroll, with the keyboard too */}
          <pre tabIndex={0}>{command.answer}</pre>
        </div>
      )}
    </Dialog>
  );
}

const Moment = ({ name, ms }: { readonly name: string; readonly ms: number }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <Time ms={ms} />
    </dd>
  </>
);
