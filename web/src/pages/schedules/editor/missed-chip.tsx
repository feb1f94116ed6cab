import { missedPolicies } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { SentenceChip } from "../../../ui/chip.tsx";
import { ChoiceEdit } from "../../device-types/edit-fields.tsx";
import { useScheduleEditing } from "../schedule-editing.ts";

/** What becomes of runs that fell due while no node ran. */
export function MissedChip() {
  const m = useMessages();
  const { draft, change } = useScheduleEditing();
  return (
    <SentenceChip label={m.schedules.missedTitle} text={m.schedules.missed[draft.missed]} isReadOnly={!change}>
      <ChoiceEdit
        label={m.schedules.missedTitle}
        value={draft.missed}
        options={missedPolicies.map((policy) => [policy, m.schedules.missedChoices[policy]] as const)}
        onChange={(missed) => change?.({ missed })}
      />
      <small>{m.schedules.missedHint}</small>
    </SentenceChip>
  );
}
