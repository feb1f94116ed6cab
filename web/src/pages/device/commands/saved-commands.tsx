import type { CommandInput, SavedCommandRecord } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { queueCommand, removeSavedCommand, savedCommands } from "../../../api/commands.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ErrorNote } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { commandText } from "./command-text.ts";

interface SavedCommandsProps {
  readonly deviceId: string;
  /** A call goes into the console, where its answer is shown. */
  readonly onCall: (command: CommandInput) => void;
}

/** Commands kept under a name, one's own and those of the tenant; nothing where there are none. */
export function SavedCommands({ deviceId, onCall }: SavedCommandsProps) {
  const m = useMessages();
  const { data } = useQuery(savedCommands());
  if (!data || data.data.length === 0) return null;
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          {m.commands.saved} <span className="badge">{data.data.length}</span>
        </h2>
      </div>
      <ul className="overview-list">
        {data.data.map((saved) => (
          <Saved key={saved.id.id} {...{ deviceId, saved, onCall }} />
        ))}
      </ul>
    </section>
  );
}

function Saved({ deviceId, saved, onCall }: SavedCommandsProps & { readonly saved: SavedCommandRecord }) {
  const m = useMessages();
  const locale = useLocale();
  const client = useQueryClient();
  const { command, name } = saved;
  const isCall = command.type === "RPC";
  const send = useMutation({
    mutationFn: () => queueCommand(deviceId, command),
    onSuccess: () => {
      toast(m.commands.queued);
      return client.invalidateQueries({ queryKey: ["commands", deviceId] });
    },
  });
  const remove = useMutation({
    mutationFn: () => removeSavedCommand(saved.id.id),
    onSuccess: () => client.invalidateQueries({ queryKey: ["saved-commands"] }),
  });
  return (
    <li>
      <span className="grow">
        <strong className="break">{name}</strong> {saved.shared && <span className="badge">{m.commands.shared}</span>}
        <small className="mono soft clamp">
          {m.commands.types[command.type]} {commandText({ type: command.type, parameters: { ...command } }, locale)}
        </small>
        <ErrorNote error={send.error ?? remove.error} />
      </span>
      <button
        type="button"
        className="button small"
        aria-label={`${isCall ? m.commands.use : m.commands.send}: ${name}`}
        disabled={send.isPending}
        onClick={() => (isCall ? onCall(command) : send.mutate())}
      >
        <Icon name="send" size={16} /> {isCall ? m.commands.use : m.commands.send}
      </button>
      {saved.own && (
        <button
          type="button"
          className="button ghost square small"
          aria-label={`${m.common.delete}: ${name}`}
          title={m.common.delete}
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        >
          <Icon name="trash" size={16} />
        </button>
      )}
    </li>
  );
}
