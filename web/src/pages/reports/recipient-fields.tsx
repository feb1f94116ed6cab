import { useMessages } from "../../i18n/messages.tsx";
import { CheckEdit, TextEdit } from "../device-types/edit-fields.tsx";
import { Picks } from "../notifications/recipients/picks.tsx";
import { useRecipientChoices } from "../notifications/recipients/use-recipients.ts";
import type { ReportDraft } from "./report-draft.ts";

interface RecipientFieldsProps {
  readonly draft: ReportDraft;
  readonly onChange: (part: Partial<ReportDraft>) => void;
}

/** Who gets it by mail: users who may see all of it, and addresses of anybody [SCH2]. */
export function RecipientFields({ draft: { userIds, addressText, attach }, onChange }: RecipientFieldsProps) {
  const m = useMessages();
  const { users, me } = useRecipientChoices();
  const shown = users ?? [me];
  const gone = users ? userIds.filter((id) => !users.some((user) => user.id === id)) : [];
  return (
    <>
      <Picks
        label={m.reports.users}
        all={[...shown, ...gone.map((id) => ({ id, name: m.reports.userGone }))]}
        chosen={userIds}
        onChange={(chosen) => onChange({ userIds: chosen })}
      />
      <TextEdit
        label={m.reports.addresses}
        hint={m.reports.addressesHint}
        value={addressText}
        maxLength={8192}
        onChange={(text) => onChange({ addressText: text })}
      />
      <CheckEdit label={m.reports.attach} value={attach} onChange={(isOn) => onChange({ attach: isOn })} />
    </>
  );
}
