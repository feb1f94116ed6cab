import { getRouteApi } from "@tanstack/react-router";
import { useLiveLists } from "../../../live/use-live-lists.ts";
import { useMay } from "../../../shell/current-user.ts";
import { ComingOverview } from "./coming-overview.tsx";
import { DeviceFacts } from "./device-facts.tsx";
import { KeyValues } from "./key-values.tsx";
import { LastCommands } from "./last-commands.tsx";
import { NewestFiles } from "./newest-files.tsx";
import { OpenAlarms } from "./open-alarms.tsx";
import { OverviewChart } from "./overview-chart.tsx";
import { PositionCard } from "./position-card.tsx";
import { TimelineCard } from "./timeline-card.tsx";
import { useIsArranged } from "./use-is-arranged.ts";

const route = getRouteApi("/devices/$deviceId");

/** All of a device at a glance. On a phone values and charts come first, the map behind them. */
export function OverviewTab() {
  const { deviceId } = route.useParams();
  const may = useMay();
  useLiveLists(deviceId, ["files"], may("VIEW_FILES"));
  useLiveLists(deviceId, ["commands"], may("VIEW_COMMANDS"));
  useLiveLists(deviceId, ["alarms"], may("VIEW_ALARMS"));
  const isArranged = useIsArranged(deviceId);
  return (
    <div className="overview-page">
      {!isArranged && <ComingOverview />}
      <Cards {...{ deviceId, isArranged }} />
    </div>
  );
}

interface CardsProps {
  readonly deviceId: string;
  readonly isArranged: boolean;
}

/** They are there from the beginning, each asks for its own; seen when they will not move any more. */
function Cards({ deviceId, isArranged }: CardsProps) {
  const may = useMay();
  const mayRead = may("VIEW_TELEMETRY");
  return (
    <div className="overview" data-coming={!isArranged || undefined}>
      {mayRead && <KeyValues deviceId={deviceId} />}
      <div className="overview-main">
        {mayRead && <OverviewChart key={deviceId} deviceId={deviceId} />}
        <div className="overview-pair">
          {may("VIEW_FILES") && <NewestFiles deviceId={deviceId} />}
          {may("VIEW_COMMANDS") && <LastCommands deviceId={deviceId} />}
        </div>
        <DeviceFacts deviceId={deviceId} />
      </div>
      <div className="overview-side">
        {may("VIEW_ALARMS") && <OpenAlarms deviceId={deviceId} />}
        {mayRead && <PositionCard deviceId={deviceId} />}
        <TimelineCard deviceId={deviceId} />
      </div>
    </div>
  );
}
