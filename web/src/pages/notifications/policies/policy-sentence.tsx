import type { EscalationStep, UserChannel } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { SentenceChip } from "../../../ui/chip.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { replacedAt } from "../../device-types/draft.ts";
import { CheckEdit, ChoiceEdit, NumberEdit } from "../../device-types/edit-fields.tsx";
import { Filled } from "../../rules/editor/filled.tsx";
import { SpanEdit } from "../../rules/editor/span-edit.tsx";
import { spanText } from "../../rules/sentence/spans.ts";
import { hasUsers, whomText } from "../recipients/recipient-text.ts";
import { RecipientsForm } from "../recipients/recipients-form.tsx";
import { WhereForm, WhichForm } from "./alarms-form.tsx";
import type { PolicyDraft } from "./policy-draft.ts";
import { exceptText, howText, limitText, type PolicyWording, quietText, whereText, whichText } from "./policy-text.ts";
import { ProjectChoice } from "./project-choice.tsx";
import { ExceptForm, QuietForm } from "./quiet-form.tsx";
import { usePolicyWording } from "./use-policy-wording.ts";

interface LinesProps {
  readonly draft: PolicyDraft;
  readonly onChange: (part: Partial<PolicyDraft>) => void;
}

interface SentenceProps extends LinesProps {
  /** What has to be corrected, by its place. */
  readonly problems: ReadonlyMap<string, string>;
}

/** The policy as it reads; each part of it is a button with a form. */
export function PolicySentence({ problems, ...props }: SentenceProps) {
  const m = useMessages();
  const wording = usePolicyWording(props.draft.alarms.deviceIds);
  const problemsAt = (path: string) => [problems.get(path) ?? []].flat();
  const parts = { ...props, wording, problemsAt };
  return (
    <section className="card rule-sentence policy-sentence" aria-label={m.notifications.policies}>
      <TellLine {...parts} />
      <EscalationLines {...parts} />
      <ClearedLine {...parts} />
      <GroupingLine {...parts} />
      <QuietLine {...parts} />
      <LimitLine {...parts} />
      <ProjectLine {...parts} />
    </section>
  );
}

type LineProps = LinesProps & {
  readonly wording: PolicyWording;
  readonly problemsAt: (path: string) => readonly string[];
};

function TellLine({ draft, onChange, wording, problemsAt }: LineProps) {
  const { lines, form } = useMessages().policies;
  const { alarms, recipients, channels } = draft;
  return (
    <div className="rule-line">
      <Filled
        template={hasUsers(recipients) ? lines.tell : lines.tellOthers}
        places={{
          which: (
            <SentenceChip label={form.which} text={whichText(alarms, wording)}>
              <WhichForm alarms={alarms} onChange={(next) => onChange({ alarms: next })} />
            </SentenceChip>
          ),
          where: (
            <SentenceChip label={form.where} text={whereText(alarms, wording)}>
              <WhereForm alarms={alarms} onChange={(next) => onChange({ alarms: next })} />
            </SentenceChip>
          ),
          whom: (
            <SentenceChip label={form.whom} text={whomText(recipients, wording)} problems={problemsAt("recipients")}>
              <RecipientsForm recipients={recipients} onChange={(next) => onChange({ recipients: next })} />
            </SentenceChip>
          ),
          how: (
            <SentenceChip label={form.how} text={howText(channels, wording)}>
              <ChannelsForm channels={channels} onChange={(next) => onChange({ channels: next })} />
            </SentenceChip>
          ),
        }}
      />
    </div>
  );
}

const userChannels = ["INBOX", "MAIL"] as const;

interface ChannelsFormProps {
  readonly channels: readonly UserChannel[];
  readonly onChange: (channels: UserChannel[]) => void;
}

/** At least one: who is told by none is not told. */
function ChannelsForm({ channels, onChange }: ChannelsFormProps) {
  const { form } = useMessages().policies;
  return userChannels.map((one) => (
    <CheckEdit
      key={one}
      label={one === "INBOX" ? form.inbox : form.mail}
      value={channels.includes(one)}
      onChange={(isOn) => {
        const next = userChannels.filter((other) => (other === one ? isOn : channels.includes(other)));
        if (next.length > 0) onChange(next);
      }}
    />
  ));
}

const laterByMs = 15 * 60_000;
const stepsAtMost = 10;

function EscalationLines({ draft, onChange, wording, problemsAt }: LineProps) {
  const w = useMessages().policies;
  const { escalation } = draft;
  const set = (at: number, step: EscalationStep) => onChange({ escalation: replacedAt(escalation, at, step) });
  const add = () => {
    const afterMs = (escalation.at(-1)?.afterMs ?? 0) + laterByMs;
    const step: EscalationStep = { afterMs, recipients: { roles: ["TENANT_ADMIN"] }, channels: ["INBOX", "MAIL"] };
    onChange({ escalation: [...escalation, step] });
  };
  return (
    <>
      {escalation.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
        <div key={at} className="rule-line">
          <Filled
            template={hasUsers(step.recipients) ? w.lines.escalation : w.lines.escalationOthers}
            places={{
              after: (
                <SentenceChip
                  label={w.form.after}
                  text={spanText(step.afterMs, wording.locale)}
                  problems={problemsAt(`escalation.${at}.afterMs`)}
                >
                  <SpanEdit
                    label={w.form.after}
                    value={step.afterMs}
                    onChange={(afterMs) => afterMs !== undefined && set(at, { ...step, afterMs })}
                  />
                  <button
                    type="button"
                    className="button small"
                    onClick={() => onChange({ escalation: escalation.filter((_, one) => one !== at) })}
                  >
                    {w.removeEscalation}
                  </button>
                </SentenceChip>
              ),
              whom: (
                <SentenceChip
                  label={w.form.whom}
                  text={whomText(step.recipients, wording)}
                  problems={problemsAt(`escalation.${at}.recipients`)}
                >
                  <RecipientsForm
                    recipients={step.recipients}
                    onChange={(recipients) => set(at, { ...step, recipients })}
                  />
                </SentenceChip>
              ),
              how: (
                <SentenceChip label={w.form.how} text={howText(step.channels, wording)}>
                  <ChannelsForm channels={step.channels} onChange={(channels) => set(at, { ...step, channels })} />
                </SentenceChip>
              ),
            }}
          />
        </div>
      ))}
      {escalation.length < stepsAtMost && (
        <p className="rule-line">
          <button type="button" className="rule-add" onClick={add}>
            <Icon name="plus" size={14} /> {w.addEscalation}
          </button>
        </p>
      )}
    </>
  );
}

function ClearedLine({ draft: { tellCleared }, onChange }: LineProps) {
  const w = useMessages().policies;
  const options = [
    ["yes", w.tellCleared],
    ["no", w.notCleared],
  ] as const;
  return (
    <div className="rule-line">
      <Filled
        template={w.lines.cleared}
        places={{
          done: (
            <SentenceChip label={w.form.cleared} text={tellCleared ? w.tellCleared : w.notCleared}>
              <ChoiceEdit
                label={w.form.cleared}
                value={tellCleared ? "yes" : "no"}
                options={options}
                onChange={(chosen) => onChange({ tellCleared: chosen === "yes" })}
              />
            </SentenceChip>
          ),
        }}
      />
    </div>
  );
}

const groupings = ["ALL", "TYPE", "PROJECT", "DEVICE", "NONE"] as const;

function GroupingLine({ draft: { grouping }, onChange, wording }: LineProps) {
  const w = useMessages().policies;
  const { by, waitMs, everyMs } = grouping;
  const set = (part: Partial<PolicyDraft["grouping"]>) => onChange({ grouping: { ...grouping, ...part } });
  return (
    <div className="rule-line">
      <Filled
        template={by === "NONE" ? w.lines.grouping : w.lines.groupingMore}
        places={{
          together: (
            <SentenceChip label={w.form.grouping} text={w.together[by]}>
              <ChoiceEdit
                label={w.form.grouping}
                value={by}
                options={groupings.map((one) => [one, w.together[one]] as const)}
                onChange={(next) => set({ by: next })}
              />
            </SentenceChip>
          ),
          wait: (
            <SentenceChip label={w.form.wait} text={spanText(waitMs, wording.locale)}>
              <SpanEdit label={w.form.wait} value={waitMs} mayBeZero onChange={(ms = 0) => set({ waitMs: ms })} />
            </SentenceChip>
          ),
          every: (
            <SentenceChip label={w.form.every} text={spanText(everyMs, wording.locale)}>
              <SpanEdit label={w.form.every} value={everyMs} mayBeZero onChange={(ms = 0) => set({ everyMs: ms })} />
            </SentenceChip>
          ),
        }}
      />
    </div>
  );
}

function QuietLine({ draft: { quietHours }, onChange, wording, problemsAt }: LineProps) {
  const { lines, form } = useMessages().policies;
  return (
    <div className="rule-line">
      <Filled
        template={quietHours ? lines.quietExcept : lines.quiet}
        places={{
          quiet: (
            <SentenceChip label={form.quiet} text={quietText(quietHours, wording)} problems={problemsAt("quietHours")}>
              <QuietForm quiet={quietHours} onChange={(next) => onChange({ quietHours: next })} />
            </SentenceChip>
          ),
          except: quietHours && (
            <SentenceChip label={form.except} text={exceptText(quietHours, wording)}>
              <ExceptForm quiet={quietHours} onChange={(next) => onChange({ quietHours: next })} />
            </SentenceChip>
          ),
        }}
      />
    </div>
  );
}

function LimitLine({ draft: { perHour }, onChange, wording }: LineProps) {
  const { lines, form } = useMessages().policies;
  return (
    <div className="rule-line">
      <Filled
        template={lines.limit}
        places={{
          limit: (
            <SentenceChip label={form.limit} text={limitText(perHour, wording)}>
              <NumberEdit
                label={form.limit}
                value={perHour ?? undefined}
                onChange={(count) => onChange({ perHour: count === undefined ? null : Math.max(1, Math.round(count)) })}
              />
              <small>{form.limitHint}</small>
            </SentenceChip>
          ),
        }}
      />
    </div>
  );
}

const languages = ["en", "de"] as const;

function ProjectLine({ draft: { projectId, language }, onChange, wording }: LineProps) {
  const w = useMessages().policies;
  const project = projectId === null ? w.wholeTenant : (wording.project(projectId) ?? w.gone);
  return (
    <div className="rule-line">
      <Filled
        template={w.lines.project}
        places={{
          project: (
            <SentenceChip label={w.form.project} text={project}>
              <ProjectChoice value={projectId} onChange={(next) => onChange({ projectId: next })} />
            </SentenceChip>
          ),
          language: (
            <SentenceChip label={w.form.language} text={w.languages[language]}>
              <ChoiceEdit
                label={w.form.language}
                value={language}
                options={languages.map((one) => [one, w.languages[one]] as const)}
                onChange={(next) => onChange({ language: next })}
              />
            </SentenceChip>
          ),
        }}
      />
    </div>
  );
}
