import type { CommandRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { commands } from "../../../api/commands.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Ago } from "../../../ui/time.tsx";
import { CommandDetail } from "../commands/command-detail.tsx";
import { CommandForm } from "../commands/command-form.tsx";
import { commandText } from "../commands/command-text.ts";
import { StatusBadge } from "../commands/status-badge.tsx";
import { NothingYet } from "./nothing-yet.tsx";

const shownAtOnce = 6;

export function LastCommands({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const maySend = useMay()("SEND_COMMANDS");
  const [isNew, setNew] = useState(false);
  const [shownId, setShown] = useState<string>();
  const { data, error, refetch } = useQuery(commands(deviceId, undefined, shownAtOnce));
  const shown = data?.data.find(({ id }) => id.id === shownId);
  return (
    <section className="card">
      <div className="card-head">
        <h2>{m.overview.lastCommands}</h2>
        <div className="row">
          <Link to="/devices/$deviceId/commands" params={{ deviceId }}>
            {m.overview.allCommands}
          </Link>
          {maySend && (
            <button type="button" className="button small" onClick={() => setNew(true)}>
              <Icon name="send" size={16} /> {m.overview.sendCommand}
            </button>
          )}
        </div>
      </div>
      {data ? (
        data.data.length === 0 ? (
          <NothingYet icon="send" title={m.overview.noCommands} text={m.overview.noCommandsText} />
        ) : (
          <ul className="overview-list">
            {data.data.map((command) => (
              <LastCommand key={command.id.id} command={command} onShow={() => setShown(command.id.id)} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card-body">
          <Skeleton />
        </div>
      )}
      {isNew && <CommandForm deviceId={deviceId} onClose={() => setNew(false)} />}
      {shown && <CommandDetail command={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}

function LastCommand({ command, onShow }: { readonly command: CommandRecord; readonly onShow: () => void }) {
  const m = useMessages();
  const locale = useLocale();
  return (
    <li>
      <span className="grow">
        <button type="button" className="as-link" onClick={onShow}>
          {m.commands.types[command.type]}
        </button>{" "}
        <span className="mono clamp">{commandText(command, locale)}</span>
        <small className="soft">
          <Ago ms={command.createdTime} /> · {command.createdBy}
        </small>
      </span>
      <StatusBadge status={command.status} />
    </li>
  );
}
