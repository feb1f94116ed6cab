import { getRouteApi, Link } from "@tanstack/react-router";
import { useChannels } from "../../../channels/use-channels.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useLatest } from "../../../live/use-latest.ts";
import { useMay } from "../../../shell/current-user.ts";
import { Icon } from "../../../ui/icon.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { ChannelList } from "./channel-list.tsx";
import { HistoryChart } from "./history-chart.tsx";
import type { TelemetrySearch } from "./telemetry-search.ts";

const route = getRouteApi("/devices/$deviceId/telemetry");

export function TelemetryTab() {
  const m = useMessages();
  const may = useMay();
  const { deviceId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useLatest(deviceId);
  const channels = useChannels(deviceId);
  const setSearch = (next: TelemetrySearch) => void navigate({ search: next, replace: true });
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />;
  if (Object.keys(data).length === 0)
    return (
      <div className="card">
        <EmptyState icon="devices" title={m.telemetry.empty} text={m.telemetry.emptyText}>
          {may("VIEW_DEVICE_CREDENTIALS") && (
            <Link to="/devices/$deviceId/credentials" params={{ deviceId }} className="button">
              <Icon name="key" /> {m.device.howToConnect}
            </Link>
          )}
        </EmptyState>
      </div>
    );
  const chosen = search.keys ?? [];
  return (
    <div className="telemetry">
      <ChannelList
        channels={channels}
        latest={data}
        chosen={chosen}
        onChange={(keys) => setSearch(withKeys(search, keys))}
      />
      <HistoryChart deviceId={deviceId} channels={channels} keys={chosen} search={search} onChange={setSearch} />
    </div>
  );
}

function withKeys({ keys: _, ...rest }: TelemetrySearch, keys: readonly string[]): TelemetrySearch {
  return keys.length === 0 ? rest : { ...rest, keys };
}
