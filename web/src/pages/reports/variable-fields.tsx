import type { DashboardReport, DashboardVariable } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { dashboard } from "../../api/dashboards.ts";
import { VariableChips } from "../../dashboards/variable-chips.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { choiceIn, chosenIn, type ReportVariables, withChoice } from "./report-variables.ts";
import { useVariablesText } from "./use-variables-text.ts";

interface VariableFieldsProps {
  readonly content: DashboardReport;
  readonly onChange: (content: DashboardReport) => void;
}

/** What the variables of the dashboard are in the report; what nobody chooses is as the dashboard has it [SCH2]. */
export function VariableFields({ content, onChange }: VariableFieldsProps) {
  const m = useMessages();
  const { dashboardId, variables: values = {} } = content;
  const { data, error } = useQuery({ ...dashboard(dashboardId), enabled: dashboardId !== "" });
  const variables = data?.configuration.variables ?? [];
  if (variables.length === 0) return <ErrorNote error={error} />;
  const isListed = ({ name }: DashboardVariable) => !Object.hasOwn(values, name) || isChosen(values, name);
  const others = variables.filter((variable) => !isListed(variable));
  const change = (next: ReportVariables) => {
    const { variables: _, ...rest } = content;
    onChange(Object.keys(next).length > 0 ? { ...rest, variables: next } : rest);
  };
  return (
    <div className="report-variables">
      <strong>{m.dashboards.variables}</strong>
      <VariableChips
        variables={variables.filter(isListed)}
        choice={choiceIn(values)}
        onChange={(choice) => change(withChoice(values, variables, choice))}
      />
      {others.map(({ name }) => (
        <OtherValue
          key={name}
          content={{ ...content, variables: only(values, name) }}
          onDrop={() => change(without(values, name))}
        />
      ))}
      <small className="soft">{m.reports.variablesHint}</small>
    </div>
  );
}

interface OtherValueProps {
  readonly content: DashboardReport;
  readonly onDrop: () => void;
}

/** What is in no list, such as a group: it is told, and can be chosen anew. */
function OtherValue({ content, onDrop }: OtherValueProps) {
  const m = useMessages();
  return (
    <span className="row">
      <span className="break">{useVariablesText(content)}</span>
      <button type="button" className="button small" onClick={onDrop}>
        {m.reports.chooseAnew}
      </button>
    </span>
  );
}

const isChosen = (values: ReportVariables, name: string): boolean => {
  const value = values[name];
  return value !== undefined && chosenIn(value) !== undefined;
};

const only = (values: ReportVariables, name: string): ReportVariables =>
  Object.fromEntries(Object.entries(values).filter(([one]) => one === name));

const without = (values: ReportVariables, name: string): ReportVariables =>
  Object.fromEntries(Object.entries(values).filter(([one]) => one !== name));
