import { useMessages } from "../../../i18n/messages.tsx";
import { SentenceChip } from "../../../ui/chip.tsx";
import { ChoiceEdit } from "../../device-types/edit-fields.tsx";
import { timeZoneChoices } from "../../profile/preference-choices.ts";
import { useScheduleEditing } from "../schedule-editing.ts";

/** Whose clocks count. */
export function ZoneChip() {
  const m = useMessages();
  const { draft, change } = useScheduleEditing();
  return (
    <SentenceChip label={m.schedules.zone} text={draft.timeZone.replaceAll("_", " ")} isReadOnly={!change}>
      <ChoiceEdit
        label={m.schedules.zone}
        value={draft.timeZone}
        options={timeZoneChoices(draft.timeZone)}
        onChange={(timeZone) => change?.({ timeZone })}
      />
      <small>{m.schedules.zoneHint}</small>
    </SentenceChip>
  );
}
