import {
  type ConditionNode,
  conditionDepthAtMost,
  type RuleCondition,
  type RuleDefinition,
} from "@heliograph/contract";
import type { ReactNode } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ChoiceEdit } from "../../device-types/edit-fields.tsx";
import {
  type ConditionPlace,
  conditionAt,
  pathOf,
  withAnother,
  withCondition,
  withoutUnused,
} from "../sentence/edits.ts";
import type { RuleCompare } from "../sentence/rule-names.ts";
import { AreaView } from "./area-view.tsx";
import { Chip } from "./chip.tsx";
import { ExpressionChip } from "./expression-chip.tsx";
import { ExpressionNames } from "./expression-names.tsx";
import { Filled } from "./filled.tsx";
import { InputChip } from "./input-chip.tsx";
import { ComparisonChip, LimitChip } from "./limit-chip.tsx";
import { useRuleEditing } from "./rule-editing.ts";

interface ConditionViewProps {
  readonly place: ConditionPlace;
  /** Of the first one: whose value it is. */
  readonly scope?: ReactNode;
  readonly isBackToldElsewhere?: boolean;
}

/** A condition with everything in it, edited in place [RUL1]. */
export function ConditionView({ place, scope, isBackToldElsewhere = false }: ConditionViewProps) {
  const { definition, change } = useRuleEditing();
  const condition = conditionAt(definition, place);
  if (!condition) return null;
  const set = (next: RuleCondition, of: RuleDefinition = definition) => change?.(withCondition(of, place, next));
  if (condition.kind === "COMPARE")
    return <Compare {...{ place, scope, isBackToldElsewhere, compare: condition }} onChange={set} />;
  if (condition.kind === "EXPRESSION")
    return (
      <>
        <ExpressionChip
          expression={condition.expression}
          path={`${pathOf(place)}.expression`}
          onChange={(expression) => set({ ...condition, expression })}
        />
        <ExpressionNames />
      </>
    );
  if (condition.kind === "AREA") return <AreaView {...{ place, scope, area: condition }} onChange={set} />;
  return <Node node={condition} place={place} onChange={set} />;
}

interface CompareProps extends ConditionViewProps {
  readonly compare: RuleCompare;
  readonly onChange: (next: RuleCondition, of?: RuleDefinition) => void;
}

function Compare({ place, scope, compare, isBackToldElsewhere = false, onChange }: CompareProps) {
  const { sentence } = useMessages().rules;
  const { change } = useRuleEditing();
  const parts = { compare, path: pathOf(place), isBackToldElsewhere, onChange };
  const choose = (input: string, of: RuleDefinition) =>
    change?.(withoutUnused(withCondition(of, place, { ...compare, input })));
  return (
    <Filled
      template={scope === undefined ? sentence.compare : sentence.compareOf}
      places={{
        input: <InputChip name={compare.input} onChoose={choose} />,
        comparison: <ComparisonChip {...parts} />,
        value: <LimitChip {...parts} />,
        scope,
      }}
    />
  );
}

interface NodeProps {
  readonly node: ConditionNode;
  readonly place: ConditionPlace;
  readonly onChange: (next: RuleCondition) => void;
}

/** All, any or none of some. */
function Node({ node, place, onChange }: NodeProps) {
  const { form } = useMessages().rules;
  return (
    <>
      <Chip label={form.node} text={form.nodeWords[node.kind]} path={pathOf(place)}>
        <ChoiceEdit
          label={form.node}
          value={node.kind}
          options={(["ALL", "ANY", "NONE"] as const).map((kind) => [kind, form.nodes[kind]] as const)}
          onChange={(kind) => onChange({ ...node, kind })}
        />
      </Chip>
      <ul className="rule-conditions">
        {node.conditions.map((_, at) => {
          const inner = { ...place, way: [...place.way, at] };
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place
            <li key={at}>
              <ConditionView place={inner} /> <RemoveCondition place={inner} />
            </li>
          );
        })}
        <li>
          <AddCondition place={place} />
        </li>
      </ul>
    </>
  );
}

function RemoveCondition({ place }: { readonly place: ConditionPlace }) {
  const { form } = useMessages().rules;
  const { definition, change } = useRuleEditing();
  if (!change) return null;
  return (
    <button
      type="button"
      className="button ghost square small"
      aria-label={form.remove}
      title={form.remove}
      onClick={() => change(withCondition(definition, place, undefined))}
    >
      <Icon name="close" size={14} />
    </button>
  );
}

/** One more condition, or an expression, beside it. */
export function AddCondition({ place }: { readonly place: ConditionPlace }) {
  const { form } = useMessages().rules;
  const { definition, change } = useRuleEditing();
  const [input] = definition.inputs;
  if (!change || !input || place.way.length + 1 >= conditionDepthAtMost) return null;
  const compare = { kind: "COMPARE", input: input.name, comparison: "GREATER", value: 0 } as const;
  const expression = { kind: "EXPRESSION", expression: `${input.name} > 0.0` } as const;
  const add = (one: RuleCondition) => change(withAnother(definition, place, one));
  return (
    <>
      <button type="button" className="rule-add" onClick={() => add(compare)}>
        <Icon name="plus" size={14} /> {form.addCondition}
      </button>
      <button type="button" className="rule-add" onClick={() => add(expression)}>
        <Icon name="plus" size={14} /> {form.addExpression}
      </button>
    </>
  );
}
