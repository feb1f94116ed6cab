import { type ReportFunction, reportFunctions, type TelemetryReport } from "@heliograph/contract";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { ChoiceEdit } from "../device-types/edit-fields.tsx";
import { intervalText } from "./report-text.ts";

interface AggregationFieldsProps {
  readonly content: TelemetryReport;
  readonly onChange: (content: TelemetryReport) => void;
}

/** Every point, or one row per interval with a column for each way to look at it. */
export function AggregationFields({ content, onChange }: AggregationFieldsProps) {
  const m = useMessages();
  const locale = useLocale();
  const { aggregation, ...raw } = content;
  const known = Object.keys(m.reports.intervals);
  const interval = aggregation?.interval ?? "3600000";
  const options = known.includes(interval) ? known : [interval, ...known];
  const toggle = (one: ReportFunction, isOn: boolean) => {
    if (!aggregation) return;
    const functions = reportFunctions.filter((any) => (any === one ? isOn : aggregation.functions.includes(any)));
    onChange({ ...content, aggregation: { ...aggregation, functions } });
  };
  return (
    <>
      <ChoiceEdit
        label={m.reports.rows}
        value={aggregation ? "each" : "raw"}
        options={(["raw", "each"] as const).map((one) => [one, m.reports.rowKinds[one]] as const)}
        onChange={(kind) =>
          onChange(kind === "raw" ? raw : { ...raw, aggregation: { functions: ["AVG"], interval: "3600000" } })
        }
      />
      {aggregation && (
        <>
          <ChoiceEdit
            label={m.reports.interval}
            value={interval}
            options={options.map((one) => [one, intervalText(one, m.reports, locale)] as const)}
            onChange={(next) => onChange({ ...content, aggregation: { ...aggregation, interval: next } })}
          />
          <fieldset className="weekdays">
            <legend>{m.reports.functionsOf}</legend>
            {reportFunctions.map((one) => (
              <label key={one} className="check">
                <input
                  type="checkbox"
                  checked={aggregation.functions.includes(one)}
                  onChange={({ target }) => toggle(one, target.checked)}
                />{" "}
                {m.reports.functions[one]}
              </label>
            ))}
          </fieldset>
        </>
      )}
    </>
  );
}
