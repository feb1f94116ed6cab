import type { CommunicationRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { communication } from "../../../api/communication.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useLiveLists } from "../../../live/use-live-lists.ts";
import { type TimeChoice, timeChoiceOf, timed } from "../../../time-range/shown-time.ts";
import { useListTime } from "../../../time-range/use-list-time.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ShowMore } from "../../../ui/show-more.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { EntryDetail } from "./entry-detail.tsx";
import { LogTable } from "./log-table.tsx";

const route = getRouteApi("/devices/$deviceId");
const tabRoute = getRouteApi("/devices/$deviceId/communication");
const pageSize = 100;

/** Those every device has; others join as soon as they were seen. */
const usualKinds = ["PING", "ATTN", "UPLOAD", "RETURN_LIST", "RETURN_FILE", "CONNECT", "DISCONNECT"];

export function CommunicationTab() {
  const m = useMessages();
  const { deviceId } = route.useParams();
  const search = tabRoute.useSearch();
  const navigate = tabRoute.useNavigate();
  const [kind, setKind] = useState("");
  const [isLive, setLive] = useState(true);
  const [limit, setLimit] = useState(pageSize);
  const [shown, setShown] = useState<CommunicationRecord>();
  const chooseTime = (chosen: TimeChoice) => void navigate({ search: timed(search, chosen) });
  const { time, control } = useListTime(["now-24h", "now"], [timeChoiceOf(search), chooseTime], isLive);
  const filter = { time, kind: kind || undefined, limit };
  const { data, error, refetch } = useQuery(communication(deviceId, filter, isLive));
  useLiveLists(deviceId, ["communication"], isLive);
  const kinds = [...new Set([...usualKinds, ...(data?.data ?? []).map((entry) => entry.kind)])].sort();
  return (
    <section className="card">
      <div className="card-head">
        <div className="row">
          {control}
          <select aria-label={m.communication.kind} value={kind} onChange={({ target }) => setKind(target.value)}>
            <option value="">{m.communication.allKinds}</option>
            {kinds.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </div>
        <button type="button" className="button" aria-pressed={isLive} onClick={() => setLive(!isLive)}>
          <Icon name={isLive ? "pause" : "play"} /> {m.common.live}
        </button>
      </div>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <div className="card-body">
            <Skeleton />
          </div>
        )
      ) : data.data.length === 0 ? (
        <EmptyState icon="swap" title={m.communication.empty} text={m.communication.emptyText} />
      ) : (
        <LogTable entries={data.data} onShow={setShown} />
      )}
      {data && <ShowMore shown={data.data.length} total={data.totalElements} onMore={() => setLimit(limit * 2)} />}
      {shown && <EntryDetail entry={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}
