import type { CommunicationRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { communication } from "../../api/communication.ts";
import { bytesText, countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useLiveLists } from "../../live/use-live-lists.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Segments } from "../../ui/segments.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";

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
      {data?.hasNext && <More shown={data.data.length} total={data.totalElements} onMore={() => setLimit(limit * 2)} />}
      {shown && <EntryDetail entry={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}

function More({
  shown,
  total,
  onMore,
}: {
  readonly shown: number;
  readonly total: number;
  readonly onMore: () => void;
}) {
  const m = useMessages();
  const locale = useLocale();
  return (
    <div className="card-body row">
      <button type="button" className="button" onClick={onMore}>
        {m.common.more}
      </button>
      <small>{m.common.showing(countText(shown, locale), countText(total, locale))}</small>
    </div>
  );
}

interface LogTableProps {
  readonly entries: readonly CommunicationRecord[];
  readonly onShow: (entry: CommunicationRecord) => void;
}

function LogTable({ entries, onShow }: LogTableProps) {
  const m = useMessages();
  const locale = useLocale();
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th>{m.common.time}</th>
            <th>{m.communication.kind}</th>
            <th className="hide-narrow">{m.communication.transport}</th>
            <th>{m.communication.summary}</th>
            <th className="right hide-narrow">{m.communication.size}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id.id}>
              <td className="nowrap">
                <Time ms={entry.time} />
              </td>
              <td className="nowrap">
                <button type="button" className={`badge as-button ${kindColour(entry)}`} onClick={() => onShow(entry)}>
                  {entry.direction === "IN" ? "→" : "←"} {entry.kind}
                </button>
              </td>
              <td className="soft hide-narrow">{entry.transport}</td>
              <td>
                <span className="clamp">{entry.error ?? entry.summary}</span>
              </td>
              <td className="right soft nowrap hide-narrow">
                {entry.size === null ? "" : bytesText(entry.size, locale)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const kindColour = ({ error, direction }: CommunicationRecord): string =>
  error !== null ? "bad" : direction === "OUT" ? "accent" : "";

function EntryDetail({ entry, onClose }: { readonly entry: CommunicationRecord; readonly onClose: () => void }) {
  const m = useMessages();
  const locale = useLocale();
  const rows = [
    [m.communication.kind, entry.kind],
    [m.communication.direction, entry.direction === "IN" ? m.communication.in : m.communication.out],
    [m.communication.transport, entry.transport],
    [m.commands.messageId, entry.messageId === null ? null : String(entry.messageId)],
    [m.communication.size, entry.size === null ? null : bytesText(entry.size, locale)],
    [m.communication.summary, entry.summary],
  ] as const;
  return (
    <Dialog title={m.communication.detail} onClose={onClose} size="wide">
      <dl className="facts">
        <dt>{m.common.time}</dt>
        <dd>
          <Time ms={entry.time} />
        </dd>
        {rows.map(([name, value]) => value !== null && <Row key={name} name={name} value={value} />)}
      </dl>
      {entry.error !== null && <p className="note note-error break">{entry.error}</p>}
    </Dialog>
  );
}

const Row = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);
