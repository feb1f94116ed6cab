import type { ReportAction, ReportRecord, RuleAction } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { ChoiceEdit } from "../../device-types/edit-fields.tsx";

interface ReportFieldsProps {
  readonly action: ReportAction;
  readonly reports: readonly Pick<ReportRecord, "id" | "name">[] | undefined;
  readonly onChange: (action: RuleAction) => void;
}

/** Which of the tenant's reports; one that cannot be seen stays [SCH2]. */
export function ReportFields({ action, reports, onChange }: ReportFieldsProps) {
  const { actions: words } = useMessages().rules;
  if (reports?.length === 0) return <p className="soft">{words.noReports}</p>;
  const known = reports?.map(({ id, name }) => [id.id, name] as const) ?? [];
  const isKnown = known.some(([id]) => id === action.reportId);
  return (
    <ChoiceEdit
      label={words.report}
      value={action.reportId}
      options={isKnown ? known : [[action.reportId, words.nothing] as const, ...known]}
      onChange={(reportId) => onChange({ ...action, reportId })}
    />
  );
}
