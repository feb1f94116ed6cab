import type { CommunicationRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { communication } from "../../../api/communication.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useLiveLists } from "../../../live/use-live-lists.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { ShowMore } from "../../../ui/show-more.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { EntryDetail } from "./entry-detail.tsx";
import { LogTable } from "./log-table.tsx";

const route = getRouteApi("/devices/$deviceId");
const pageSize = 100;
const hourMs = 3_600_000;
const ranges = { "1h": hourMs, "24h": 24 * hourMs, "7d": 168 * hourMs, "30d": 720 * hourMs } as const;
type Range = keyof typeof ranges;

/** Those every device has; others join as soon as they were seen. */
const usualKinds = ["PING", "ATTN", "UPLOAD", "RETURN_LIST", "RETURN_FILE", "CONNECT", "DISCONNECT"];

export function CommunicationTab() {
  const m = useMessages();
  const { deviceId } = route.useParams();
  const [range, setRange] = useState<Range>("24h");
  const [kind, setKind] = useState("");
  const [isLive, setLive] = useState(true);
  const [limit, setLimit] = useState(pageSize);
  const [shown, setShown] = useState<CommunicationRecord>();
  const filter = { rangeMs: ranges[range], kind: kind || undefined, limit };
  const { data, error, refetch } = useQuery(communication(deviceId, filter, isLive));
  useLiveLists(deviceId, ["communication"], isLive);
  const kinds = [...new Set([...usualKinds, ...(data?.data ?? []).map((entry) => entry.kind)])].sort();
  return (
    <section className="card">
      <div className="card-head">
        <div className="row">
          <Segments
            label={m.telemetry.range}
            options={(Object.keys(ranges) as Range[]).map((one) => [one, m.telemetry.ranges[one]] as const)}
            value={range}
            onChange={setRange}
          />
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
