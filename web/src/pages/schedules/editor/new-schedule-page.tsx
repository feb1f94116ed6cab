import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { shownZone } from "../../../format/zone.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { WayOn } from "../../../shell/allowed-outlet.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { ForbiddenState } from "../../../ui/states.tsx";
import { selfTest } from "../schedule-action.ts";
import { newDraft } from "../schedule-draft.ts";
import { ScheduleEditor } from "./schedule-editor.tsx";

const route = getRouteApi("/schedules/new");

/** A schedule that is not saved yet; it begins in the zone of who makes it. */
export function NewSchedulePage() {
  const m = useMessages();
  const mayEdit = useMay()("EDIT_SCHEDULES");
  const { report } = route.useSearch();
  const [begin] = useState(() =>
    newDraft(
      m.schedules.newName,
      shownZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      report === undefined ? selfTest : { kind: "REPORT", reportId: report },
    ),
  );
  if (!mayEdit)
    return (
      <ForbiddenState>
        <WayOn />
      </ForbiddenState>
    );
  return (
    <div className="page">
      <ScheduleEditor saved={undefined} begin={begin} />
    </div>
  );
}
