import type { CommandInput, CommandRecord, CommandStatus } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { cancelCommand, commands } from "../../../api/commands.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useLiveLists } from "../../../live/use-live-lists.ts";
import { useMay } from "../../../shell/current-user.ts";
import { CardTable } from "../../../ui/card-table.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ShowMore } from "../../../ui/show-more.tsx";
import { EmptyState, ErrorNote, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Ago } from "../../../ui/time.tsx";
import { toast } from "../../../ui/toast.tsx";
import { CommandDetail } from "./command-detail.tsx";
import { CommandForm } from "./command-form.tsx";
import { commandText } from "./command-text.ts";
import { RpcConsole } from "./rpc-console.tsx";
import { SaveCommand } from "./save-command.tsx";
import { SavedCommands } from "./saved-commands.tsx";
import { commandStatuses, StatusBadge } from "./status-badge.tsx";
import { TypeCommands } from "./type-commands.tsx";

const route = getRouteApi("/devices/$deviceId");
const pageSize = 50;

export function CommandsTab() {
  const m = useMessages();
  const { deviceId } = route.useParams();
  const maySend = useMay()("SEND_COMMANDS");
  useLiveLists(deviceId, ["commands"]);
  const [isNew, setNew] = useState(false);
  const [draft, setDraft] = useState<{ readonly at: number; readonly command: CommandInput }>();
  const [saved, setSaved] = useState<CommandInput>();
  const [status, setStatus] = useState<CommandStatus>();
  return (
    <div className="stack">
      {maySend && <TypeCommands deviceId={deviceId} />}
      {maySend && (
        <RpcConsole
          key={draft?.at}
          deviceId={deviceId}
          {...(draft && { draft: draft.command })}
          onSave={(command) => setSaved(command)}
        />
      )}
      {maySend && (
        <SavedCommands deviceId={deviceId} onCall={(command) => setDraft({ at: (draft?.at ?? 0) + 1, command })} />
      )}
      <section className="card">
        <div className="card-head">
          <h2>{m.commands.queue}</h2>
          <div className="row">
            <select
              aria-label={m.commands.allStatuses}
              value={status ?? ""}
              onChange={({ target }) => setStatus(commandStatuses.find((one) => one === target.value))}
            >
              <option value="">{m.commands.allStatuses}</option>
              {commandStatuses.map((one) => (
                <option key={one} value={one}>
                  {m.commands.status[one]}
                </option>
              ))}
            </select>
            {maySend && (
              <button type="button" className="button primary" onClick={() => setNew(true)}>
                <Icon name="plus" /> {m.commands.new}
              </button>
            )}
          </div>
        </div>
        <Queue deviceId={deviceId} status={status} onSave={setSaved} />
      </section>
      {saved && <SaveCommand command={saved} onClose={() => setSaved(undefined)} />}
      {isNew && <CommandForm deviceId={deviceId} onClose={() => setNew(false)} />}
    </div>
  );
}

interface QueueProps {
  readonly deviceId: string;
  readonly status: CommandStatus | undefined;
  readonly onSave: (command: CommandInput) => void;
}

function Queue({ deviceId, status, onSave }: QueueProps) {
  const m = useMessages();
  const [limit, setLimit] = useState(pageSize);
  const [shownId, setShown] = useState<string>();
  const { data, error, refetch } = useQuery(commands(deviceId, status, limit));
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <div className="card-body">
        <Skeleton />
      </div>
    );
  if (data.data.length === 0) return <EmptyState icon="send" title={m.commands.empty} text={m.commands.emptyText} />;
  const shown = data.data.find(({ id }) => id.id === shownId); // its answer may come while it is looked at
  return (
    <div className="table-scroll">
      <CardTable>
        <thead>
          <tr>
            <th>{m.common.type}</th>
            <th>{m.commands.content}</th>
            <th>{m.commands.state}</th>
            <th className="hide-narrow">{m.commands.by}</th>
            <th className="hide-narrow">{m.commands.created}</th>
            <th className="right">{m.common.actions}</th>
          </tr>
        </thead>
        <tbody>
          {data.data.map((command) => (
            <CommandRow
              key={command.id.id}
              deviceId={deviceId}
              command={command}
              onShow={() => setShown(command.id.id)}
              onSave={onSave}
            />
          ))}
        </tbody>
      </CardTable>
      <ShowMore shown={data.data.length} total={data.totalElements} onMore={() => setLimit(limit + pageSize)} />
      {shown && <CommandDetail command={shown} onClose={() => setShown(undefined)} />}
    </div>
  );
}

interface CommandRowProps {
  readonly deviceId: string;
  readonly command: CommandRecord;
  readonly onShow: () => void;
  readonly onSave: (command: CommandInput) => void;
}

/** What was sent, to be sent again; lists and files are asked for elsewhere. */
function againOf({ type, parameters }: CommandRecord): CommandInput | undefined {
  if (type === "LIST_FILES" || type === "REQUEST_FILE") return undefined;
  const { target, text, method, params } = parameters;
  return {
    type,
    ...((target === "dev" || target === "app") && { target }),
    ...(typeof text === "string" && { text }),
    ...(typeof method === "string" && { method }),
    ...(params !== undefined && { params }),
  } as CommandInput;
}

function CommandRow({ deviceId, command, onShow, onSave }: CommandRowProps) {
  const m = useMessages();
  const locale = useLocale();
  const maySend = useMay()("SEND_COMMANDS");
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelCommand(deviceId, command.id.id),
    onSuccess: () => toast(m.commands.cancelled),
    // awaited: shown as cancelled until the list says what became of it
    onSettled: () => client.invalidateQueries({ queryKey: ["commands", deviceId] }),
  });
  const again = againOf(command);
  const isOpen = command.status === "QUEUED" || command.status === "SENT";
  return (
    <tr>
      <td className="nowrap">{m.commands.types[command.type]}</td>
      <td className="mono">
        <span className="clamp">{commandText(command, locale)}</span>
        <ErrorNote error={cancel.error} />
      </td>
      <td className="nowrap">
        <StatusBadge status={cancel.isPending ? "CANCELLED" : command.status} />
      </td>
      <td className="soft hide-narrow">{command.createdBy}</td>
      <td className="soft nowrap hide-narrow">
        <Ago ms={command.createdTime} />
      </td>
      <td className="right nowrap">
        <button
          type="button"
          className="button ghost square small"
          aria-label={`${m.commands.detail}: ${commandText(command, locale)}`}
          title={m.commands.detail}
          data-opens
          onClick={onShow}
        >
          <Icon name="eye" />
        </button>
        {maySend && again && (
          <button
            type="button"
            className="button ghost square small"
            aria-label={`${m.commands.save}: ${commandText(command, locale)}`}
            title={m.commands.save}
            onClick={() => onSave(again)}
          >
            <Icon name="keep" />
          </button>
        )}
        {maySend && isOpen && (
          <button
            type="button"
            className="button ghost square small"
            aria-label={m.commands.cancel}
            title={m.commands.cancel}
            disabled={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            <Icon name="close" />
          </button>
        )}
      </td>
    </tr>
  );
}
