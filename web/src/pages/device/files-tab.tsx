import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { files as filesQuery } from "../../api/files.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { Icon } from "../../ui/icon.tsx";
import { Segments } from "../../ui/segments.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { FileActions } from "./file-actions.tsx";
import { fileKey } from "./file-key.ts";
import { FileTable } from "./file-table.tsx";
import { FileTimeline } from "./file-timeline-view.tsx";
import { RequestListForm } from "./request-list-form.tsx";

const route = getRouteApi("/devices/$deviceId");
const dayMs = 86_400_000;
const ranges = { "24h": dayMs, "7d": 7 * dayMs, "30d": 30 * dayMs, all: undefined } as const;
type Range = keyof typeof ranges;

export function FilesTab() {
  const m = useMessages();
  const { deviceId } = route.useParams();
  const maySend = useMay()("SEND_COMMANDS");
  const [range, setRange] = useState<Range>("all");
  const [text, setText] = useState("");
  const [tag, setTag] = useState("");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery(
    filesQuery(deviceId, { rangeMs: ranges[range], textSearch: text || undefined }),
  );
  const all = data?.data ?? [];
  const tags = [...new Set(all.map((file) => file.tag))].sort();
  const shown = all.filter((file) => tag === "" || file.tag === tag);
  const chosen = shown.filter((file) => selected.has(fileKey(file)));
  const names: Record<Range, string> = { ...m.telemetry.ranges, all: m.common.all };
  return (
    <section className="card">
      <div className="card-head">
        <div className="row">
          <Segments
            label={m.telemetry.range}
            options={(Object.keys(ranges) as Range[]).map((one) => [one, names[one]] as const)}
            value={range}
            onChange={setRange}
          />
          <select aria-label={m.files.tag} value={tag} onChange={({ target }) => setTag(target.value)}>
            <option value="">{m.files.allTags}</option>
            {tags.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
          <div className="search">
            <Icon name="search" />
            <input
              type="search"
              aria-label={m.files.search}
              placeholder={m.files.search}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </div>
        </div>
        <div className="row">
          <FileActions deviceId={deviceId} chosen={chosen} onDone={() => setSelected(new Set())} />
          {maySend && (
            <button type="button" className="button" onClick={() => setAsking(true)}>
              <Icon name="refresh" /> {m.files.requestList}
            </button>
          )}
        </div>
      </div>
      {!data ? (
        <NotThere error={error} onRetry={() => void refetch()} />
      ) : shown.length === 0 ? (
        <EmptyState icon="file" title={m.files.empty} text={m.files.emptyText} />
      ) : (
        <>
          <FileTimeline files={shown} />
          <FileTable deviceId={deviceId} files={shown} selected={selected} onSelect={setSelected} />
        </>
      )}
      {isAsking && <RequestListForm deviceId={deviceId} onClose={() => setAsking(false)} />}
    </section>
  );
}

function NotThere({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const m = useMessages();
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState icon="file" title={m.files.empty} text={m.files.unavailable} />;
  if (error) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <div className="card-body">
      <Skeleton />
    </div>
  );
}
