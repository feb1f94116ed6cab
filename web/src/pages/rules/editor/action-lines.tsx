import { actionOccasions, alarmSeverities, type RuleAction } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { replacedAt } from "../../device-types/draft.ts";
import { CheckEdit } from "../../device-types/edit-fields.tsx";
import { actionOfKind, actionPhrase, mayAddAction, occasionsText } from "../sentence/actions.ts";
import { ActionForm } from "./action-form.tsx";
import { Chip } from "./chip.tsx";
import { Filled } from "./filled.tsx";
import { useRuleEditing } from "./rule-editing.ts";

/** What it does beside its alarm, a line each [RUL4]. */
export function ActionLines() {
  const { definition } = useRuleEditing();
  return definition.actions.map((action, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an action is its place
    <ActionLine key={at} action={action} at={at} />
  ));
}

function ActionLine({ action, at }: { readonly action: RuleAction; readonly at: number }) {
  const { actions: words } = useMessages().rules;
  const { definition, change, wording } = useRuleEditing();
  const { actions } = definition;
  const set = (next: RuleAction) => change?.({ ...definition, actions: replacedAt(actions, at, next) });
  const remove = () => change?.({ ...definition, actions: actions.filter((_, one) => one !== at) });
  return (
    <div className="rule-line">
      <Filled
        template={words.line}
        places={{
          on: (
            <Chip label={words.when} text={occasionsText(action, wording)} path={`actions.${at}.on`}>
              <Occasions action={action} onChange={set} />
            </Chip>
          ),
          what: (
            <Chip label={words.action} text={actionPhrase(action, wording)} path={`actions.${at}`}>
              <ActionForm action={action} onChange={set} />
              <button type="button" className="button small" onClick={remove}>
                {words.remove}
              </button>
            </Chip>
          ),
        }}
      />
    </div>
  );
}

interface OccasionsProps {
  readonly action: RuleAction;
  readonly onChange: (action: RuleAction) => void;
}

/** At least one: what never happens is no action. */
function Occasions({ action, onChange }: OccasionsProps) {
  const { actions: words } = useMessages().rules;
  return (
    <>
      {actionOccasions.map((one) => (
        <CheckEdit
          key={one}
          label={words.occasions[one]}
          value={action.on.includes(one)}
          onChange={(isOn) => {
            const on = actionOccasions.filter((other) => (other === one ? isOn : action.on.includes(other)));
            if (on.length > 0) onChange({ ...action, on });
          }}
        />
      ))}
      <Severities action={action} onChange={onChange} />
    </>
  );
}

/** All, where none is chosen. */
function Severities({ action, onChange }: OccasionsProps) {
  const m = useMessages();
  const { severities = [], ...rest } = action;
  return (
    <fieldset className="checks">
      <legend>{m.rules.actions.onlySeverities}</legend>
      {alarmSeverities.map((one) => (
        <CheckEdit
          key={one}
          label={m.alarms.severities[one]}
          value={severities.includes(one)}
          onChange={(isOn) => {
            const next = alarmSeverities.filter((other) => (other === one ? isOn : severities.includes(other)));
            onChange(next.length === 0 ? rest : { ...rest, severities: next });
          }}
        />
      ))}
    </fieldset>
  );
}

export function AddAction() {
  const { actions: words } = useMessages().rules;
  const { definition, change } = useRuleEditing();
  if (!change || !mayAddAction(definition)) return null;
  const action = actionOfKind("NOTIFY", { on: ["RAISED"] });
  return (
    <button
      type="button"
      className="rule-add"
      onClick={() => change({ ...definition, actions: [...definition.actions, action] })}
    >
      <Icon name="plus" size={14} /> {words.add}
    </button>
  );
}
