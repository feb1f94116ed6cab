import { useState } from "react";
import { shownZone } from "../../../format/zone.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { ForbiddenState } from "../../../ui/states.tsx";
import { newDraft, selfTest } from "../schedule-draft.ts";
import { ScheduleEditor } from "./schedule-editor.tsx";

/** A schedule that is not saved yet; it begins in the zone of who makes it. */
export function NewSchedulePage() {
  const m = useMessages();
  const mayEdit = useMay()("EDIT_SCHEDULES");
  const [begin] = useState(() =>
    newDraft(m.schedules.newName, shownZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone, selfTest),
  );
  if (!mayEdit) return <ForbiddenState />;
  return (
    <div className="page">
      <ScheduleEditor saved={undefined} begin={begin} />
    </div>
  );
}
