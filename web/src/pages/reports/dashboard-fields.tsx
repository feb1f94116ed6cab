import { type DashboardReport, paperOrientations, paperSizes } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { dashboardList } from "../../api/dashboards.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { ErrorNote } from "../../ui/states.tsx";
import { ChoiceEdit } from "../device-types/edit-fields.tsx";
import { usualPaper } from "./report-text.ts";
import { VariableFields } from "./variable-fields.tsx";

/** As many as a tenant usually has; the list is by title. */
const offeredAtMost = 1_000;

interface DashboardFieldsProps {
  readonly content: DashboardReport;
  readonly onChange: (content: DashboardReport) => void;
}

/** Which dashboard, of what, and on what paper [SCH2]. */
export function DashboardFields({ content, onChange }: DashboardFieldsProps) {
  const m = useMessages();
  const { data, error } = useQuery(dashboardList(useTenantId(), "", undefined, offeredAtMost));
  const { dashboardId, paper = usualPaper } = content;
  const found = (data?.data ?? []).map(({ id, title }) => [id.id, title] as const);
  const isKnown = found.some(([id]) => id === dashboardId);
  const unknown = dashboardId === "" ? m.reports.chooseDashboard : data ? m.reports.dashboardGone : "…";
  const withDashboard = (id: string) => {
    const { variables: _, ...rest } = content; // those of another one
    onChange(id === dashboardId ? content : { ...rest, dashboardId: id });
  };
  return (
    <>
      <ErrorNote error={error} />
      <ChoiceEdit
        label={m.reports.dashboard}
        value={dashboardId}
        options={isKnown ? found : [[dashboardId, unknown] as const, ...found]}
        onChange={withDashboard}
      />
      <VariableFields {...{ content, onChange }} />
      <ChoiceEdit
        label={m.reports.paper}
        value={paper.size}
        options={paperSizes.map((one) => [one, one] as const)}
        onChange={(size) => onChange({ ...content, paper: { ...paper, size } })}
      />
      <ChoiceEdit
        label={m.reports.orientation}
        value={paper.orientation}
        options={paperOrientations.map((one) => [one, m.reports.orientations[one]] as const)}
        onChange={(orientation) => onChange({ ...content, paper: { ...paper, orientation } })}
      />
      <p className="soft">{m.reports.dashboardHint}</p>
    </>
  );
}
