import type { CommandAction, PublishAction, RuleAction } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reportNames } from "../../../api/report-names.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { Field } from "../../../ui/field.tsx";
import { ChoiceEdit, NumberEdit, TextEdit } from "../../device-types/edit-fields.tsx";
import { useRecipientChoices } from "../../notifications/recipients/use-recipients.ts";
import { actionOfKind, type OfferedAction, offeredActions, valueTyped } from "../sentence/actions.ts";
import { NotifyFields, WebhookFields } from "./notify-fields.tsx";
import { ReportFields } from "./report-fields.tsx";
import { useRuleEditing } from "./rule-editing.ts";

interface ActionFormProps<Action extends RuleAction = RuleAction> {
  readonly action: Action;
  readonly onChange: (action: RuleAction) => void;
}

/** What is done, by its kind. One of a kind that is not offered here keeps what it has until another kind is chosen. */
export function ActionForm({ action, onChange }: ActionFormProps) {
  const { actions: words } = useMessages().rules;
  const { webhooks } = useRecipientChoices();
  const { data: reports } = useQuery({ ...reportNames(), enabled: useMay()("VIEW_SCHEDULES") });
  const kinds = offeredActions.some((one) => one === action.kind) ? offeredActions : [action.kind, ...offeredActions];
  const choose = (kind: RuleAction["kind"]) => {
    const offered: OfferedAction | undefined = offeredActions.find((one) => one === kind);
    if (offered)
      onChange(actionOfKind(offered, action, { webhookId: webhooks?.[0]?.id, reportId: reports?.data[0]?.id.id }));
  };
  const setLimit = (atMostPerHour: number | undefined) => {
    const { atMostPerHour: _, ...rest } = action;
    onChange(atMostPerHour === undefined ? rest : { ...rest, atMostPerHour });
  };
  return (
    <>
      <ChoiceEdit
        label={words.kind}
        value={action.kind}
        options={kinds.map((kind) => [kind, words.kinds[kind]] as const)}
        onChange={choose}
      />
      {action.kind === "NOTIFY" && <NotifyFields action={action} onChange={onChange} />}
      {action.kind === "WEBHOOK" && <WebhookFields action={action} onChange={onChange} />}
      {action.kind === "REPORT" && <ReportFields action={action} reports={reports?.data} onChange={onChange} />}
      {action.kind === "COMMAND" && <CommandFields action={action} onChange={onChange} />}
      {(action.kind === "PUBLISH_TELEMETRY" || action.kind === "PUBLISH_ATTRIBUTE") && (
        <PublishFields action={action} onChange={onChange} />
      )}
      <NumberEdit label={words.perHour} value={action.atMostPerHour} onChange={setLimit} />
    </>
  );
}

/** A choice that is no name of an input. */
const fixed = "";

function PublishFields({ action, onChange }: ActionFormProps<PublishAction>) {
  const { actions: words } = useMessages().rules;
  const { inputs } = useRuleEditing().definition;
  const { input, value, ...rest } = action;
  return (
    <>
      {action.kind === "PUBLISH_ATTRIBUTE" && (
        <ChoiceEdit
          label={words.scope}
          value={action.scope}
          options={(["SHARED_SCOPE", "SERVER_SCOPE"] as const).map((one) => [one, words.scopes[one]] as const)}
          onChange={(scope) => onChange({ ...action, scope })}
        />
      )}
      <TextEdit label={words.key} value={action.key} onChange={(key) => onChange({ ...action, key })} />
      <ChoiceEdit
        label={words.source}
        value={input ?? fixed}
        options={[[fixed, words.fixed] as const, ...inputs.map(({ name }) => [name, words.valueOf(name)] as const)]}
        onChange={(name) => onChange(name === fixed ? { ...rest, value: true } : { ...rest, input: name })}
      />
      {input === undefined && <ValueEdit value={value} onChange={(next) => onChange({ ...rest, value: next })} />}
    </>
  );
}

interface ValueEditProps {
  readonly value: PublishAction["value"];
  readonly onChange: (value: string | number | boolean) => void;
}

/** What is typed stays as it is: "1." is on its way to "1.5". */
function ValueEdit({ value, onChange }: ValueEditProps) {
  const { actions: words } = useMessages().rules;
  const [text, setText] = useState(String(value ?? ""));
  return (
    <TextEdit
      label={words.value}
      hint={words.valueHint}
      value={text}
      maxLength={1_024}
      onChange={(next) => {
        setText(next);
        onChange(valueTyped(next));
      }}
    />
  );
}

const commandTypes = ["SCPI", "SCRIPT", "RPC"] as const;

function CommandFields({ action, onChange }: ActionFormProps<CommandAction>) {
  const { actions: words } = useMessages().rules;
  const { text, method, params: _, target: __, ...rest } = action;
  const begin = (type: CommandAction["type"]) =>
    onChange(type === "RPC" ? { ...rest, type, method: method ?? "reset" } : { ...rest, type, text: text ?? "*RST" });
  return (
    <>
      <ChoiceEdit
        label={words.command}
        value={action.type}
        options={commandTypes.map((type) => [type, type] as const)}
        onChange={begin}
      />
      {action.type === "SCPI" && (
        <ChoiceEdit
          label={words.target}
          value={action.target ?? "dev"}
          options={(["dev", "app"] as const).map((one) => [one, words.targets[one]] as const)}
          onChange={(target) => onChange({ ...action, target })}
        />
      )}
      {action.type === "RPC" ? (
        <>
          <TextEdit
            label={words.method}
            value={method}
            maxLength={256}
            onChange={(next) => onChange({ ...action, method: next })}
          />
          <ParamsEdit action={action} onChange={onChange} />
        </>
      ) : (
        <TextEdit label={words.text} value={text} onChange={(next) => onChange({ ...action, text: next })} />
      )}
    </>
  );
}

function ParamsEdit({ action, onChange }: ActionFormProps<CommandAction>) {
  const { actions: words } = useMessages().rules;
  const [text, setText] = useState(action.params === undefined ? "" : JSON.stringify(action.params));
  const [isWrong, setWrong] = useState(false);
  const take = (next: string) => {
    setText(next);
    const { params: _, ...rest } = action;
    try {
      onChange(next.trim() === "" ? rest : { ...rest, params: JSON.parse(next) as unknown });
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <Field label={words.params} problem={isWrong ? words.noJson : undefined}>
      {(id) => <textarea id={id} rows={2} value={text} onChange={({ target }) => take(target.value)} />}
    </Field>
  );
}
