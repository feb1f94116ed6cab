import { getRouteApi } from "@tanstack/react-router";
import { useMay } from "../../../shell/current-user.ts";
import { DeviceFacts } from "./device-facts.tsx";
import { KeyValues } from "./key-values.tsx";
import { PositionCard } from "./position-card.tsx";

const route = getRouteApi("/devices/$deviceId");

export function OverviewTab() {
  const { deviceId } = route.useParams();
  const mayRead = useMay()("VIEW_TELEMETRY");
  return (
    <div className="columns overview">
      <div className="stack">
        <DeviceFacts deviceId={deviceId} />
        {mayRead && <PositionCard deviceId={deviceId} />}
      </div>
      {mayRead && <KeyValues deviceId={deviceId} />}
    </div>
  );
}
