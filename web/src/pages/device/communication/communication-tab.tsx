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
import { useSettled } from "../../../ui/use-settled.ts";
import { EntryDetail } from "./entry-detail.tsx";
import { LogTable } from "./log-table.tsx";

const route = getRouteApi("/devices/$deviceId");
const tabRoute = getRouteApi("/devices/$deviceId/communication");
const pageSize = 100;
const results = ["OK", "FAILED"] as const;
/** So long after the last letter the log is searched. */
const typingMs = 300;

/** Those every device has; others join as soon as they were seen. */
const usualKinds = ["PING", "ATTN", "UPLOAD", "RETURN_LIST", "RETURN_FILE", "CONNECT", "DISCONNECT"];

export function CommunicationTab() {
  const m = useMessages();
  const { deviceId } = route.useParams();
  const search = tabRoute.useSearch();
  const navigate = tabRoute.useNavigate();
  const [kind, setKind] = useState("");
  const [text, setText] = useState("");
  const [result, setResult] = useState<(typeof results)[number]>();
  const [isLive, setLive] = useState(true);
  const [limit, setLimit] = useState(pageSize);
  const [shown, setShown] = useState<CommunicationRecord>();
  const chooseTime = (chosen: TimeChoice) => void navigate({ search: timed(search, chosen) });
  const { time, control } = useListTime(["now-24h", "now"], [timeChoiceOf(search), chooseTime], isLive);
  const textSearch = useSettled(text.trim(), typingMs) || undefined;
  const filter = { time, kind: kind || undefined, textSearch, result, limit };
  const isSearched = kind !== "" || textSearch !== undefined || result !== undefined;
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
              <option key={one} value={one}>
                {m.communication.kinds[one] ?? one}
              </option>
            ))}
          </select>
          <select
            aria-label={m.communication.results.all}
            value={result ?? ""}
            onChange={({ target }) => setResult(results.find((one) => one === target.value))}
          >
            <option value="">{m.communication.results.all}</option>
            {results.map((one) => (
              <option key={one} value={one}>
                {m.communication.results[one]}
              </option>
            ))}
          </select>
          <input
            type="search"
            aria-label={m.communication.search}
            placeholder={m.communication.search}
            maxLength={255}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
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
        <EmptyState
          icon="swap"
          title={isSearched ? m.communication.noMatch : m.communication.empty}
          text={isSearched ? m.communication.noMatchText : m.communication.emptyText}
        />
      ) : (
        <LogTable entries={data.data} onShow={setShown} />
      )}
      {data && <ShowMore shown={data.data.length} total={data.totalElements} onMore={() => setLimit(limit * 2)} />}
      {shown && <EntryDetail entry={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}
