import type { ScheduleAction, ScheduledMessage } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reportNames } from "../../../api/report-names.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { SentenceChip } from "../../../ui/chip.tsx";
import { Field } from "../../../ui/field.tsx";
import { ChoiceEdit, TextEdit } from "../../device-types/edit-fields.tsx";
import { whomText } from "../../notifications/recipients/recipient-text.ts";
import { RecipientsForm } from "../../notifications/recipients/recipients-form.tsx";
import { useRecipientWords } from "../../notifications/recipients/use-recipients.ts";
import { useVariablesText } from "../../reports/use-variables-text.ts";
import { Filled } from "../../rules/editor/filled.tsx";
import { valueTyped } from "../../rules/sentence/actions.ts";
import { choiceOf, type DeviceChoice } from "../device-choice.ts";
import { type ActionKind, actionKinds, actionOfKind, isKnownAction, type Publishing } from "../schedule-action.ts";
import { useScheduleEditing } from "../schedule-editing.ts";
import { CommandChips } from "./command-chips.tsx";
import { DevicesChip } from "./devices-chip.tsx";

/** What it does. One of a kind this page does not know is kept as it is. */
export function ActionPart() {
  const m = useMessages();
  const { draft, change } = useScheduleEditing();
  const { action } = draft;
  const set = change && ((next: ScheduleAction) => change({ action: next }));
  if (!isKnownAction(action)) return <em>{m.schedules.unknownAction}</em>;
  const places = { kind: <KindChip action={action} onChange={set} /> };
  if (action.kind === "REPORT")
    return (
      <Filled
        template={m.schedules.reportMade}
        places={{ ...places, report: <ReportChip reportId={action.reportId} onChange={set} /> }}
      />
    );
  if (action.kind === "NOTIFY")
    return (
      <Filled
        template={m.schedules.told}
        places={{
          ...places,
          whom: <WhomChip action={action} onChange={set} />,
          text: <SaidChip action={action} onChange={set} />,
        }}
      />
    );
  const withChoice = (choice: DeviceChoice) => {
    const { deviceIds: _, filter: __, all: ___, ...rest } = action;
    set?.({ ...rest, ...choice });
  };
  const devices = <DevicesChip choice={choiceOf(action)} onChange={set && withChoice} />;
  if (action.kind === "COMMANDS") {
    const commands = (
      <CommandChips commands={action.commands} onChange={set && ((next) => set({ ...action, commands: next }))} />
    );
    return <Filled template={m.schedules.commandsTo} places={{ ...places, commands, devices }} />;
  }
  return (
    <Filled
      template={m.schedules.written}
      places={{ ...places, value: <PublishChip action={action} onChange={set} />, devices }}
    />
  );
}

interface ActionChipProps<A extends ScheduleAction = ScheduleAction> {
  readonly action: A;
  readonly onChange: ((action: ScheduleAction) => void) | undefined;
}

/** The verb of the sentence. */
function KindChip({ action, onChange }: ActionChipProps) {
  const m = useMessages();
  const { data: reports } = useQuery(reportNames());
  const begin = (kind: ActionKind) => onChange?.(actionOfKind(kind, action, reports?.data[0]?.id.id ?? ""));
  return (
    <SentenceChip label={m.schedules.action} text={m.schedules.verbs[action.kind]} isReadOnly={!onChange}>
      <ChoiceEdit
        label={m.schedules.action}
        value={action.kind}
        options={actionKinds.map((kind) => [kind, m.schedules.actions[kind]] as const)}
        onChange={begin}
      />
    </SentenceChip>
  );
}

function WhomChip({ action, onChange }: ActionChipProps<ScheduledMessage>) {
  const m = useMessages();
  const words = useRecipientWords();
  return (
    <SentenceChip label={m.schedules.whom} text={whomText(action.recipients, words)} isReadOnly={!onChange}>
      <RecipientsForm recipients={action.recipients} onChange={(recipients) => onChange?.({ ...action, recipients })} />
    </SentenceChip>
  );
}

function SaidChip({ action, onChange }: ActionChipProps<ScheduledMessage>) {
  const m = useMessages();
  return (
    <SentenceChip
      label={m.schedules.said}
      text={action.text.trim() || "…"}
      problems={action.text.trim() === "" ? [m.schedules.needsText] : []}
      isReadOnly={!onChange}
    >
      <Field label={m.schedules.said}>
        {(id) => (
          <textarea
            id={id}
            rows={3}
            maxLength={2_000}
            value={action.text}
            onChange={({ target }) => onChange?.({ ...action, text: target.value })}
          />
        )}
      </Field>
    </SentenceChip>
  );
}

interface ReportChipProps {
  readonly reportId: string;
  readonly onChange: ((action: ScheduleAction) => void) | undefined;
}

function ReportChip({ reportId, onChange }: ReportChipProps) {
  const m = useMessages();
  const { data } = useQuery(reportNames());
  const report = data?.data.find(({ id }) => id.id === reportId);
  const name = report?.name;
  const variables = useVariablesText(report?.content);
  const told = variables === "" ? name : `${name} (${variables})`;
  const problems = reportId === "" ? [m.schedules.needsReport] : [];
  const known = data?.data.map(({ id, name: called }) => [id.id, called] as const) ?? [];
  return (
    <SentenceChip
      label={m.schedules.report}
      text={told ?? (reportId === "" || data ? m.schedules.chooseReport : "…")}
      problems={problems}
      isReadOnly={!onChange}
    >
      {data?.data.length === 0 ? (
        <p className="soft">{m.schedules.noReports}</p>
      ) : (
        <ChoiceEdit
          label={m.schedules.report}
          value={reportId}
          options={name === undefined ? [[reportId, m.schedules.chooseReport] as const, ...known] : known}
          onChange={(id) => onChange?.({ kind: "REPORT", reportId: id })}
        />
      )}
    </SentenceChip>
  );
}

function PublishChip({ action, onChange }: ActionChipProps<Publishing>) {
  const m = useMessages();
  const words = m.rules.actions;
  const [text, setText] = useState(String(action.value));
  return (
    <SentenceChip
      label={m.schedules.writtenValue}
      text={`${action.key || "…"} = ${String(action.value)}`}
      isReadOnly={!onChange}
    >
      {action.kind === "PUBLISH_ATTRIBUTE" && (
        <ChoiceEdit
          label={words.scope}
          value={action.scope}
          options={(["SHARED_SCOPE", "SERVER_SCOPE"] as const).map((one) => [one, words.scopes[one]] as const)}
          onChange={(scope) => onChange?.({ ...action, scope })}
        />
      )}
      <TextEdit
        label={words.key}
        value={action.key}
        maxLength={256}
        onChange={(key) => onChange?.({ ...action, key })}
      />
      <TextEdit
        label={words.value}
        hint={words.valueHint}
        value={text}
        maxLength={1_024}
        onChange={(typed) => {
          setText(typed);
          onChange?.({ ...action, value: valueTyped(typed) });
        }}
      />
    </SentenceChip>
  );
}
