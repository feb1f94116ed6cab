import type { ReportContent, ReportRange, ReportRecord } from "@heliograph/contract";
import { reportFormats } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { report, saveReport } from "../../api/reports.ts";
import { localInputMs, localInputText } from "../../format/time.ts";
import { readersZone } from "../../format/zone.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import { toast } from "../../ui/toast.tsx";
import { ChoiceEdit, NumberEdit, TextEdit } from "../device-types/edit-fields.tsx";
import { timeZoneChoices } from "../profile/preference-choices.ts";
import { SpanEdit } from "../rules/editor/span-edit.tsx";
import { choiceOf } from "../schedules/device-choice.ts";
import { ChoiceForm } from "../schedules/editor/devices-chip.tsx";
import { AggregationFields } from "./aggregation-fields.tsx";
import { ChannelsField } from "./channels-field.tsx";
import { DashboardFields } from "./dashboard-fields.tsx";
import { RecipientFields } from "./recipient-fields.tsx";
import {
  type BegunReport,
  contentOfKind,
  draftOf,
  inputOf,
  newDraft,
  problemOf,
  type ReportDraft,
  rangeOfKind,
} from "./report-draft.ts";

interface ReportDialogProps {
  readonly saved?: ReportRecord;
  /** A new one begins with this. */
  readonly begun?: BegunReport | undefined;
  readonly onClose: () => void;
}

/** Makes a report, or changes one [SCH2]. */
export function ReportDialog({ saved, begun, onClose }: ReportDialogProps) {
  const m = useMessages();
  const client = useQueryClient();
  const [{ base, draft }, setHeld] = useState(() => ({
    base: saved,
    draft: saved ? draftOf(saved) : newDraft(m.reports.newName, readersZone(), begun),
  }));
  const change = (part: Partial<ReportDraft>) => setHeld((held) => ({ ...held, draft: { ...held.draft, ...part } }));
  const save = async () => {
    const problem = problemOf(draft, m.reports);
    if (problem !== undefined) throw new FormProblem(problem);
    await saveReport(inputOf(draft, base));
    for (const key of ["reports", "report", "audit"]) void client.invalidateQueries({ queryKey: [key] });
    toast(m.common.saved);
    onClose();
  };
  const loadNewer = async () => {
    if (!base) return;
    const now = await client.fetchQuery({ ...report(base.id.id), staleTime: 0 });
    setHeld({ base: now, draft: draftOf(now) });
  };
  const { content } = draft;
  return (
    <Dialog title={saved ? m.reports.editTitle : m.reports.add} onClose={onClose} size="wide">
      <Form
        action={saved ? m.common.save : m.common.create}
        send={save}
        onCancel={onClose}
        onLoadNewer={loadNewer}
        looksItself
      >
        <TextEdit label={m.common.name} value={draft.name} onChange={(name) => change({ name })} />
        <ChoiceEdit
          label={m.reports.content}
          value={content.kind}
          options={(["TELEMETRY", "DASHBOARD"] as const).map((one) => [one, m.reports.kinds[one]] as const)}
          onChange={(kind) => kind !== content.kind && change(contentOfKind(kind, content.range))}
        />
        <div className="form-pair">
          <div className="form">
            {content.kind === "TELEMETRY" ? (
              <>
                <ChoiceForm
                  choice={choiceOf(content)}
                  onChange={(choice) => {
                    const { deviceIds: _, filter: __, all: ___, ...rest } = content;
                    change({ content: { ...rest, ...choice } });
                  }}
                />
                <ChannelsField text={draft.channelText} onChange={(channelText) => change({ channelText })} />
              </>
            ) : (
              <DashboardFields content={content} onChange={(next) => change({ content: next })} />
            )}
          </div>
          <div className="form">
            <RangeFields range={content.range} onChange={(range) => change({ content: { ...content, range } })} />
            {content.kind === "TELEMETRY" && (
              <AggregationFields content={content} onChange={(next) => change({ content: next })} />
            )}
          </div>
        </div>
        <div className="form-pair">
          <ChoiceEdit
            label={m.reports.format}
            value={draft.format}
            options={formatsOf(content).map((one) => [one, m.reports.formats[one]] as const)}
            onChange={(format) => change({ format })}
          />
          <ChoiceEdit
            label={m.reports.zone}
            value={draft.timeZone}
            options={timeZoneChoices(draft.timeZone)}
            onChange={(timeZone) => change({ timeZone })}
          />
        </div>
        <RecipientFields draft={draft} onChange={change} />
        <TextEdit
          label={m.reports.description}
          value={draft.description}
          maxLength={4096}
          onChange={(description) => change({ description })}
        />
      </Form>
    </Dialog>
  );
}

const formatsOf = ({ kind }: ReportContent) =>
  reportFormats.filter((one) => (one === "PDF") === (kind === "DASHBOARD"));

interface RangeFieldsProps {
  readonly range: ReportRange;
  readonly onChange: (range: ReportRange) => void;
}

const kinds = ["PREVIOUS", "CURRENT", "LAST", "BETWEEN"] as const;

function RangeFields({ range, onChange }: RangeFieldsProps) {
  const m = useMessages();
  return (
    <>
      <ChoiceEdit
        label={m.reports.range}
        value={range.kind}
        options={kinds.map((kind) => [kind, m.reports.ranges[kind]] as const)}
        onChange={(kind) => onChange(rangeOfKind(kind, range, Date.now()))}
      />
      {(range.kind === "PREVIOUS" || range.kind === "CURRENT") && (
        <ChoiceEdit
          label={m.reports.unit}
          value={range.unit}
          options={(["HOUR", "DAY", "WEEK", "MONTH", "YEAR"] as const).map(
            (one) => [one, m.reports.units[one]] as const,
          )}
          onChange={(unit) => onChange({ ...range, unit })}
        />
      )}
      {range.kind === "PREVIOUS" && (
        <NumberEdit
          label={m.reports.count}
          value={range.count ?? 1}
          onChange={(count) => count !== undefined && count >= 1 && onChange({ ...range, count: Math.round(count) })}
        />
      )}
      {range.kind === "LAST" && (
        <SpanEdit
          label={m.reports.last}
          value={range.ms}
          onChange={(ms) => ms !== undefined && onChange({ ...range, ms })}
        />
      )}
      {range.kind === "BETWEEN" && (
        <>
          <MomentEdit
            label={m.reports.from}
            ms={range.startTs}
            onChange={(startTs) => onChange({ ...range, startTs })}
          />
          <MomentEdit label={m.reports.to} ms={range.endTs} onChange={(endTs) => onChange({ ...range, endTs })} />
        </>
      )}
    </>
  );
}

interface MomentEditProps {
  readonly label: string;
  readonly ms: number;
  readonly onChange: (ms: number) => void;
}

const MomentEdit = ({ label, ms, onChange }: MomentEditProps) => (
  <Field label={label}>
    {(id) => (
      <input
        id={id}
        type="datetime-local"
        step={1}
        value={localInputText(ms)}
        onChange={({ target }) => {
          const next = localInputMs(target.value);
          if (!Number.isNaN(next)) onChange(next);
        }}
      />
    )}
  </Field>
);
