import { alarmSeverities, lateByDefault, notifyWithinByDefault, type RuleDefinition } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { ChoiceEdit } from "../../device-types/edit-fields.tsx";
import { inputNamed, unitOf } from "../sentence/rule-names.ts";
import { latePhrase, noDataPhrase, overPhrase } from "../sentence/rule-text.ts";
import { hasOrder } from "../sentence/wording.ts";
import { Chip } from "./chip.tsx";
import { ConditionView } from "./condition-view.tsx";
import { Filled } from "./filled.tsx";
import { HoldChip } from "./hold-chip.tsx";
import { DeadBandField } from "./limit-chip.tsx";
import { useRuleEditing } from "./rule-editing.ts";
import { SpanEdit } from "./span-edit.tsx";

type OverKind = "now" | "own" | "hand";

/** How it ends. */
export function OverLine() {
  const { sentence, form } = useMessages().rules;
  const { definition, change, wording } = useRuleEditing();
  const { clear, latch } = definition;
  const hasOwn = clear?.when !== undefined;
  const chip = (
    <Chip
      label={form.over2}
      text={hasOwn ? sentence.overWhen.split("{")[0] : overPhrase(definition, wording)}
      path="clear"
    >
      <OverForm />
    </Chip>
  );
  const setHold = (hold: NonNullable<typeof clear>["for"]) => {
    const { for: _, ...rest } = clear ?? {};
    const next = { ...rest, ...(hold && { for: hold }) };
    const { clear: __, ...without } = definition;
    change?.(Object.keys(next).length === 0 ? without : { ...definition, clear: next });
  };
  return (
    <div className="rule-line" data-tree={hasOwn && clear?.when?.kind !== "COMPARE" ? "" : undefined}>
      <Filled
        template={latch ? sentence.over.replace(/,? \{hold\}/, "") : sentence.over}
        places={{
          over: (
            <>
              {chip}
              {hasOwn && " "}
              {hasOwn && <ConditionView place={{ of: "clear", way: [] }} />}
            </>
          ),
          hold: <HoldChip hold={clear?.for} path="clear.for" onChange={setHold} />,
        }}
      />
    </div>
  );
}

function OverForm() {
  const { form } = useMessages().rules;
  const { definition, change, wording } = useRuleEditing();
  const { clear, latch, steps } = definition;
  const kind: OverKind = latch ? "hand" : clear?.when ? "own" : "now";
  const [first] = steps;
  const compare = first?.when.kind === "COMPARE" ? first.when : undefined;
  const mayHaveBand = kind === "now" && steps.length === 1 && compare && hasOrder(compare);
  return (
    <>
      <ChoiceEdit
        label={form.over2}
        value={kind}
        options={(["now", "own", "hand"] as const).map((one) => [one, form.overs[one]] as const)}
        onChange={(next) => change?.(withOver(definition, next))}
      />
      {mayHaveBand && first && (
        <DeadBandField
          compare={compare}
          unit={unitOf(inputNamed(definition.inputs, compare.input), wording.names)}
          onChange={(when) => change?.({ ...definition, steps: [{ ...first, when }] })}
        />
      )}
    </>
  );
}

/** What is latched has no clearing of its own. */
function withOver(definition: RuleDefinition, kind: OverKind): RuleDefinition {
  const { latch: _, clear, ...rest } = definition;
  if (kind === "hand") return { ...rest, latch: true };
  const hold = clear?.for && { for: clear.for };
  if (kind === "now") return hold ? { ...rest, clear: hold } : rest;
  const input = definition.inputs[0]?.name ?? "";
  const when = { kind: "COMPARE", input, comparison: "LESS", value: 0 } as const;
  return { ...rest, clear: { ...hold, when } };
}

const noDataUsual = { afterMs: 900_000, policy: "KEEP" } as const;

export function NoDataLine() {
  const { sentence, form, policies } = useMessages().rules;
  const { alarms } = useMessages();
  const { definition, change, wording } = useRuleEditing();
  const { noData } = definition;
  const set = (next: RuleDefinition["noData"]) => {
    const { noData: _, ...rest } = definition;
    change?.(next ? { ...rest, noData: next } : rest);
  };
  const options = [
    ["none", form.noDataNone],
    ...(["KEEP", "CLEAR", "RAISE"] as const).map((one) => [one, policies.noData[one]] as const),
  ] as const;
  const chip = (
    <Chip label={form.noData} text={noDataPhrase(noData, wording)} path="noData">
      <ChoiceEdit
        label={form.policy}
        value={noData?.policy ?? "none"}
        options={options}
        onChange={(policy) => {
          if (policy === "none") return set(undefined);
          const { afterMs } = noData ?? noDataUsual;
          set({ afterMs, policy, ...(policy === "RAISE" && { severity: noData?.severity ?? "WARNING" }) });
        }}
      />
      {noData && (
        <SpanEdit
          label={form.after}
          value={noData.afterMs}
          onChange={(afterMs) => afterMs && set({ ...noData, afterMs })}
        />
      )}
      {noData?.policy === "RAISE" && (
        <ChoiceEdit
          label={form.severity}
          value={noData.severity ?? "WARNING"}
          options={alarmSeverities.map((one) => [one, alarms.severities[one]] as const)}
          onChange={(severity) => set({ ...noData, severity })}
        />
      )}
    </Chip>
  );
  return (
    <div className="rule-line">
      <Filled template={sentence.noData} places={{ noData: chip }} />
    </div>
  );
}

/** What comes too late; without a word of the rule, as the server has it. */
export function LateLine() {
  const { sentence, form, policies } = useMessages().rules;
  const { definition, change, wording } = useRuleEditing();
  const late = definition.late ?? lateByDefault;
  const notify = definition.notifyWithinMs ?? notifyWithinByDefault;
  const chip = (
    <Chip label={form.late} text={latePhrase(late, wording)} path="late">
      <SpanEdit
        label={form.late}
        value={late.afterMs}
        onChange={(afterMs) => afterMs && change?.({ ...definition, late: { ...late, afterMs } })}
      />
      <ChoiceEdit
        label={form.policy}
        value={late.policy}
        options={(["COUNT", "COUNT_SILENTLY", "IGNORE"] as const).map((one) => [one, policies.late[one]] as const)}
        onChange={(policy) => change?.({ ...definition, late: { ...late, policy } })}
      />
      <SpanEdit
        label={form.notify}
        value={notify}
        onChange={(notifyWithinMs) => notifyWithinMs && change?.({ ...definition, notifyWithinMs })}
      />
    </Chip>
  );
  return (
    <div className="rule-line">
      <Filled template={sentence.late} places={{ late: chip }} />
    </div>
  );
}
