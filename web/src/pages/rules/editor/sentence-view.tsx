import { type AlarmSeverity, alarmSeverities, type RuleStep } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { replacedAt } from "../../device-types/draft.ts";
import { TextEdit } from "../../device-types/edit-fields.tsx";
import { furtherLimit, withCondition, withoutUnused } from "../sentence/edits.ts";
import { alarmText, isOne } from "../sentence/rule-text.ts";
import { spanText } from "../sentence/spans.ts";
import { ActionLines, AddAction } from "./action-lines.tsx";
import { Chip } from "./chip.tsx";
import { AddCondition, ConditionView } from "./condition-view.tsx";
import { Filled } from "./filled.tsx";
import { HoldChip } from "./hold-chip.tsx";
import { InputChip } from "./input-chip.tsx";
import { LateLine, NoDataLine, OverLine } from "./other-lines.tsx";
import { useRuleEditing } from "./rule-editing.ts";
import { ScopeChip } from "./scope-chip.tsx";
import { SeverityChip } from "./severity-chip.tsx";
import { SpanEdit } from "./span-edit.tsx";

/** The rule as it reads; each chip is a button with a form. */
export function SentenceView() {
  const { definition, change } = useRuleEditing();
  const isSilence = definition.steps.length === 0;
  return (
    <div className="rule-sentence">
      {isSilence && <SilenceLine />}
      {definition.steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
        <StepLine key={at} step={step} at={at} />
      ))}
      {!isSilence && <OverLine />}
      {!isSilence && <NoDataLine />}
      <LateLine />
      <ActionLines />
      {change && <AddSeverity />}
      {change && <AddAction />}
    </div>
  );
}

function StepLine({ step, at }: { readonly step: RuleStep; readonly at: number }) {
  const { sentence } = useMessages().rules;
  const { definition, change } = useRuleEditing();
  const { steps } = definition;
  const isSimple = isOne(step.when);
  const place = { of: at, way: [] };
  const set = (next: RuleStep) => change?.({ ...definition, steps: replacedAt(steps, at, next) });
  const { for: _, ...withoutHold } = step;
  const isFirst = at === 0;
  const template = !isFirst ? sentence.also : isSimple ? sentence.when : sentence.at;
  return (
    <div className="rule-line" data-tree={isSimple ? undefined : ""}>
      <Filled
        template={template}
        places={{
          condition: (
            <ConditionView
              place={place}
              scope={isFirst && isSimple ? <ScopeChip /> : undefined}
              isBackToldElsewhere={steps.length === 1}
            />
          ),
          scope: <ScopeChip />,
          hold: (
            <HoldChip
              hold={step.for}
              path={`steps.${at}.for`}
              onChange={(hold) => set(hold ? { ...withoutHold, for: hold } : withoutHold)}
            />
          ),
          severity: (
            <SeverityChip
              severity={step.severity}
              path={`steps.${at}.severity`}
              onChange={(severity) => set({ ...step, severity })}
              {...(steps.length > 1 && { onRemove: () => change?.(withCondition(definition, place, undefined)) })}
            />
          ),
          alarm: <AlarmChip />,
        }}
      />{" "}
      {isSimple && <AddCondition place={place} />}
    </div>
  );
}

/** Nothing but silence is noticed: the sentence begins with it. */
function SilenceLine() {
  const m = useMessages();
  const { definition, change, wording } = useRuleEditing();
  const { noData, inputs } = definition;
  if (!noData) return null;
  return (
    <div className="rule-line">
      <Filled
        template={m.rules.sentence.silent}
        places={{
          input: <InputChip name={inputs[0]?.name ?? ""} />,
          scope: <ScopeChip />,
          time: (
            <Chip label={m.rules.form.after} text={spanText(noData.afterMs, wording.locale)} path="noData.afterMs">
              <SpanEdit
                label={m.rules.form.after}
                value={noData.afterMs}
                onChange={(afterMs) => afterMs && change?.({ ...definition, noData: { ...noData, afterMs } })}
              />
            </Chip>
          ),
          severity: (
            <SeverityChip
              severity={noData.severity ?? "WARNING"}
              path="noData.severity"
              onChange={(severity) => change?.({ ...definition, noData: { ...noData, severity } })}
            />
          ),
          alarm: <AlarmChip />,
        }}
      />
    </div>
  );
}

function AlarmChip() {
  const m = useMessages();
  const { definition, change, wording } = useRuleEditing();
  return (
    <Chip label={m.rules.form.alarm} text={alarmText(definition.alarmType ?? "…", wording)} path="alarmType">
      <TextEdit
        label={m.rules.form.alarm}
        value={definition.alarmType}
        onChange={(alarmType) => change?.({ ...definition, alarmType })}
      />
    </Chip>
  );
}

/** One more severity, with the last condition to begin with. */
function AddSeverity() {
  const m = useMessages();
  const { definition, change } = useRuleEditing();
  const { steps, inputs } = definition;
  const free = freeSeverity(steps.map(({ severity }) => severity));
  const [input] = inputs;
  if (!free || !change || !input) return null;
  const last = steps.at(-1);
  const when =
    (last && furtherLimit(last.when)) ??
    ({ kind: "COMPARE", input: input.name, comparison: "GREATER", value: 80 } as const);
  const step = { ...(last ?? {}), severity: free, when };
  return (
    <button
      type="button"
      className="rule-add"
      onClick={() => change(withoutUnused({ ...definition, steps: [...steps, step] }))}
    >
      <Icon name="plus" size={14} /> {m.rules.form.addSeverity}
    </button>
  );
}

/** The next worse one, else any that is left. */
function freeSeverity(taken: readonly AlarmSeverity[]): AlarmSeverity | undefined {
  const worst = Math.min(...taken.map((one) => alarmSeverities.indexOf(one)), alarmSeverities.length);
  const worse = alarmSeverities.slice(0, worst).at(-1);
  return worse ?? alarmSeverities.find((one) => !taken.includes(one));
}
