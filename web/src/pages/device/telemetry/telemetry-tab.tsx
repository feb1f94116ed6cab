import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
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
  const { search, setSearch } = useTelemetrySearch();
  const { data, error, refetch } = useLatest(deviceId);
  const channels = useChannels(deviceId);
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

/** What the address says, or what was just chosen: the address follows a moment later, and a box shows its tick at once. */
function useTelemetrySearch() {
  const asked = route.useSearch();
  const navigate = route.useNavigate();
  const [chosen, setChosen] = useState<TelemetrySearch>();
  const setSearch = async (next: TelemetrySearch) => {
    setChosen(next);
    await navigate({ search: next, replace: true });
    setChosen((now) => (now === next ? undefined : now));
  };
  return { search: chosen ?? asked, setSearch: (next: TelemetrySearch) => void setSearch(next) };
}

function withKeys({ keys: _, ...rest }: TelemetrySearch, keys: readonly string[]): TelemetrySearch {
  return keys.length === 0 ? rest : { ...rest, keys };
}
