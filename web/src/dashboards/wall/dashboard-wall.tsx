import type { DashboardRecord } from "@heliograph/contract";
import { useRef } from "react";
import { SharedTime } from "../../shared/shared-time.tsx";
import type { DashboardSearch } from "../dashboard-search.ts";
import { ShownPage } from "../shown-page.tsx";
import { useShownTime } from "../use-shown-time.ts";
import { WallDisplay } from "./wall-display.tsx";

interface DashboardWallProps {
  readonly record: DashboardRecord;
  readonly search: DashboardSearch;
  readonly onRound: (() => void) | undefined;
  readonly onLeave: () => void;
}

const nothing = () => undefined;

/** A dashboard of one's own on a wall display. */
export function DashboardWall({ record, search, onRound, onLeave }: DashboardWallProps) {
  const { configuration, title } = record;
  const isBusy = useRef(false);
  const { shown, round } = useShownTime(search, configuration, isBusy);
  const choice = search.choice ?? {};
  return (
    <WallDisplay
      {...{ title, pages: configuration.pages, seconds: search.wall ?? 0, onRound, onLeave }}
      time={<SharedTime shown={shown} onBack={undefined} />}
    >
      {(page) => (
        <ShownPage
          key={page.id}
          {...{ configuration, page, shown, round, isBusy, choice }}
          onZoom={nothing}
          onZoomOut={nothing}
        />
      )}
    </WallDisplay>
  );
}
