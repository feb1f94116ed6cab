import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useLocation } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { deviceDescription } from "../../../api/device-types.ts";
import { device as deviceQuery } from "../../../api/devices.ts";
import { useChannels } from "../../../channels/use-channels.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useLatest } from "../../../live/use-latest.ts";
import { useMay } from "../../../shell/current-user.ts";
import { isSameTime, timeChoiceOf } from "../../../time-range/shown-time.ts";
import { Icon } from "../../../ui/icon.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { AddChannels } from "./add-channels.tsx";
import { ChannelList } from "./channel-list.tsx";
import { otherDevices, roomLeft, withLines } from "./compared-lines.ts";
import { FilesInView } from "./files-in-view.tsx";
import { firstChoice } from "./first-choice.ts";
import { HistoryChart, useMovingWindow } from "./history-chart.tsx";
import { otherLineId, otherLineOf } from "./line-ids.ts";
import { firstTime, lastLook, type TelemetrySearch, telemetrySearchOf } from "./telemetry-search.ts";

const route = getRouteApi("/devices/$deviceId/telemetry");

export function TelemetryTab() {
  const m = useMessages();
  const may = useMay();
  const { deviceId } = route.useParams();
  const { search, setSearch } = useTelemetrySearch();
  const { data, error, refetch } = useLatest(deviceId);
  const channels = useChannels(deviceId);
  const isDescribed = useQuery(deviceDescription(deviceId)).isFetched;
  const window = useMovingWindow(search);
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
  const isFull = roomLeft(search) === 0;
  return (
    <div className="telemetry">
      <div className="stack">
        <ChannelList
          channels={channels}
          latest={data}
          chosen={search.keys ?? []}
          isFull={isFull}
          onChange={(keys) => setSearch(withLines(search, "keys", keys))}
        >
          <AddButton {...{ deviceId, search }} onChange={setSearch} />
        </ChannelList>
        {otherDevices(search).map((id) => (
          <OtherDevice key={id} deviceId={id} search={search} onChange={setSearch} />
        ))}
        <FilesInView {...{ deviceId, window, search }} onChange={setSearch} />
      </div>
      <HistoryChart {...{ deviceId, channels, search, window }} onChange={setSearch} />
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
  const navigate = route.useNavigate();
  /** Of the address itself: this page stays until the next one is there, and one may come back before. */
  const address = useLocation({ select: ({ pathname, search }) => (isHere(pathname) ? search : undefined) });
  const looked = useRef<string>(undefined);
  useEffect(() => {
    if (address === undefined) looked.current = undefined;
    if (address === undefined || first === undefined || looked.current === deviceId) return;
    looked.current = deviceId;
    const asked = telemetrySearchOf(address);
    if (asked.keys || asked.others || asked.files) return;
    const { from, to, ...before } = lastLook.of(deviceId);
    const time = asked.from === undefined ? timeChoiceOf({ from, to }) : timeChoiceOf(asked);
    const wasChosen = Object.keys(before).length > 0;
    if (!wasChosen && first.length === 0) return;
    void navigate({ search: { ...time, ...(wasChosen ? before : { keys: first }) }, replace: true });
  }, [deviceId, address, first, navigate]);
}

const isHere = (pathname: string): boolean => /\/telemetry\/?$/.test(pathname);

interface PartProps {
  readonly deviceId: string;
  readonly search: TelemetrySearch;
  readonly onChange: (search: TelemetrySearch) => void;
}

function AddButton({ deviceId, search, onChange }: PartProps) {
  const m = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button small" onClick={() => setOpen(true)}>
        <Icon name="plus" size={16} /> {m.compare.device}
      </button>
      {isOpen && (
        <AddChannels
          deviceId={deviceId}
          chosen={search.others ?? []}
          room={roomLeft(search)}
          onChange={(others) => onChange(withLines(search, "others", others))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The channels of another device that is compared with. */
function OtherDevice({ deviceId, search, onChange }: PartProps) {
  const m = useMessages();
  const { data: shown, error } = useQuery(deviceQuery(deviceId));
  const { data: latest = {} } = useLatest(deviceId);
  const channels = useChannels(deviceId);
  const others = search.others ?? [];
  const isTheirs = (id: string) => otherLineOf(id)?.deviceId === deviceId;
  const name = shown?.name ?? (error ? m.compare.gone : "…");
  const theirs = others.filter(isTheirs).flatMap((id) => otherLineOf(id)?.key ?? []);
  const choose = (keys: readonly string[]) =>
    onChange(
      withLines(search, "others", [
        ...others.filter((id) => !isTheirs(id)),
        ...keys.map((key) => otherLineId(deviceId, key)),
      ]),
    );
  return (
    <ChannelList
      channels={channels}
      latest={latest}
      chosen={theirs}
      isFull={roomLeft(search) === 0}
      onChange={choose}
      title={
        <Link to="/devices/$deviceId/telemetry" params={{ deviceId }}>
          {name}
        </Link>
      }
    >
      <button
        type="button"
        className="button ghost square small"
        aria-label={m.compare.takeAway(name)}
        title={m.compare.takeAway(name)}
        onClick={() => choose([])}
      >
        <Icon name="close" size={16} />
      </button>
    </ChannelList>
  );
}
