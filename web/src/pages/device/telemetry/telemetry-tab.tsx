import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { deviceDescription } from "../../../api/device-types.ts";
import { useChannels } from "../../../channels/use-channels.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useLatest } from "../../../live/use-latest.ts";
import { useMay } from "../../../shell/current-user.ts";
import { isSameTime, timeChoiceOf } from "../../../time-range/shown-time.ts";
import { Icon } from "../../../ui/icon.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { ChannelList } from "./channel-list.tsx";
import { firstChoice } from "./first-choice.ts";
import { HistoryChart } from "./history-chart.tsx";
import { firstTime, lastLook, type TelemetrySearch } from "./telemetry-search.ts";

const route = getRouteApi("/devices/$deviceId/telemetry");

export function TelemetryTab() {
  const m = useMessages();
  const may = useMay();
  const { deviceId } = route.useParams();
  const { search, setSearch } = useTelemetrySearch();
  const { data, error, refetch } = useLatest(deviceId);
  const channels = useChannels(deviceId);
  const isDescribed = useQuery(deviceDescription(deviceId)).isFetched;
  useFirstLook(deviceId, data && isDescribed ? firstChoice(data, channels) : undefined);
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
  const { deviceId } = route.useParams();
  const shown = chosen ?? asked;
  useEffect(() => lastLook.keep(deviceId, shown), [deviceId, shown]);
  const setSearch = async (next: TelemetrySearch) => {
    setChosen(next);
    // Back undoes a zoom; boxes that were ticked are not gone through one by one.
    await navigate({ search: next, replace: isSameTime(next, asked, firstTime) });
    setChosen((now) => (now === next ? undefined : now));
  };
  return { search: shown, setSearch: (next: TelemetrySearch) => void setSearch(next) };
}

/** An address that says nothing shows what was looked at last, or what a newcomer wants to see: never an empty box. */
function useFirstLook(deviceId: string, first: readonly string[] | undefined): void {
  const asked = route.useSearch();
  const navigate = route.useNavigate();
  const looked = useRef<string>(undefined);
  useEffect(() => {
    if (first === undefined || looked.current === deviceId) return;
    looked.current = deviceId;
    if (asked.keys) return;
    const { keys = first, ...time } = lastLook.of(deviceId);
    const asTimed = asked.from === undefined ? time : timeChoiceOf(asked);
    if (keys.length > 0) void navigate({ search: { ...asTimed, keys }, replace: true });
  }, [deviceId, first, asked, navigate]);
}

const withKeys = (search: TelemetrySearch, keys: readonly string[]): TelemetrySearch => ({
  ...timeChoiceOf(search),
  ...(keys.length > 0 && { keys }),
});
