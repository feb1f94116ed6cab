import type { PositionedDevice } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { devicePositions } from "../../../api/device-positions.ts";
import type { DeviceFilter } from "../../../api/devices.ts";
import { countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { cellOf, clusters } from "../../../map/clusters.ts";
import { MapBox } from "../../../map/map-box.tsx";
import type { MapFrame } from "../../../map/map-frame.ts";
import { type BoxSize, useMapView } from "../../../map/use-map-view.ts";
import { useMay, useTenantId } from "../../../shell/current-user.ts";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { FleetMarks } from "./fleet-marks.tsx";
import { areTogether, type FleetPlace, fleetPlaces } from "./fleet-places.ts";
import { PlaceList } from "./place-list.tsx";

/** The devices of the list where they are: one mark for many, coloured by the worst alarm; the same filter as the list. */
export function FleetMap({ filter }: { readonly filter: DeviceFilter }) {
  const m = useMessages();
  const mayRead = useMay()("VIEW_TELEMETRY");
  const { data, error, refetch } = useQuery({ ...devicePositions(useTenantId(), filter), enabled: mayRead });
  const places = useMemo(() => fleetPlaces(data?.data ?? []), [data]);
  if (!mayRead) return <EmptyState icon="pin" title={m.deviceList.mapDenied} text={m.deviceList.mapDeniedText} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton />;
  if (places.length === 0)
    return <EmptyState icon="pin" title={m.deviceList.nowhere} text={m.deviceList.nowhereText} />;
  return <PlacedFleet places={places} total={data.totalElements} looked={data.looked} />;
}

interface PlacedFleetProps {
  readonly places: readonly FleetPlace[];
  readonly total: number;
  readonly looked: number;
}

function PlacedFleet({ places, total, looked }: PlacedFleetProps) {
  const m = useMessages();
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const view = useMapView(box, places, { stays: true });
  const [together, setTogether] = useState<readonly PositionedDevice[]>();
  const open = (members: readonly FleetPlace[]) => {
    if (areTogether(members)) setTogether(members.map(({ device }) => device));
    else view.show(members);
  };
  const count = (number: number) => countText(number, locale);
  const shown = m.deviceList.placed(count(places.length), count(total));
  return (
    <div className="card fleet-map">
      <p className="fleet-map-head soft" role="status">
        {shown}
        {looked < total && ` ${m.deviceList.mapCut(count(looked))}`}
      </p>
      <MapBox {...{ box, view }} label={`${m.shell.map}: ${shown}`} byOneFinger>
        {(frame, size) => <Clustered {...{ frame, size, places }} onOpen={open} />}
      </MapBox>
      {together && <PlaceList devices={together} onClose={() => setTogether(undefined)} />}
    </div>
  );
}

interface ClusteredProps {
  readonly frame: MapFrame;
  readonly size: BoxSize;
  readonly places: readonly FleetPlace[];
  readonly onOpen: (members: readonly FleetPlace[]) => void;
}

function Clustered({ frame, size, places, onOpen }: ClusteredProps) {
  const cell = cellOf(frame, size.width);
  const marks = useMemo(() => clusters(places, cell), [places, cell]);
  return <FleetMarks {...{ frame, marks, onOpen }} />;
}
