import { ApiError } from "@heliograph/client";
import type { TenantSettingsRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useRef, useState } from "react";
import { saveTenantSettings, tenantSettings } from "../../api/administration.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import { LoadedCard } from "../../ui/loaded-card.tsx";
import { toast } from "../../ui/toast.tsx";

/** Told of each section that holds something that was not saved, and again when it does not any more. */
export const Unsaved = createContext<(section: string, isUnsaved: boolean) => void>(() => undefined);

interface SettingsSectionProps {
  /** Where a link leads to. */
  readonly id: string;
  readonly tenantId: string;
  readonly title: string;
  readonly text: string;
  readonly lines?: number;
  /** What the form says; the rest stays as it is. */
  readonly changeIn: (form: FormData) => Partial<TenantSettingsRecord>;
  /** What is asked before a change is saved that takes something away. */
  readonly questionOf?: QuestionOf;
  readonly children: (settings: TenantSettingsRecord) => ReactNode;
}

type Question = Pick<Parameters<typeof Confirm>[0], "title" | "text" | "action">;
type QuestionOf = (before: TenantSettingsRecord, after: TenantSettingsRecord) => Question | undefined;

/** A part of the settings with a button of its own. Saved on top of what was read: a change meanwhile is told. */
export function SettingsSection({
  id,
  tenantId,
  title,
  text,
  lines = 3,
  changeIn,
  questionOf,
  children,
}: SettingsSectionProps) {
  const query = useQuery({ ...tenantSettings(tenantId), refetchOnWindowFocus: false, staleTime: Infinity });
  return (
    <div id={id} className="anchor">
      <LoadedCard title={title} text={text} query={query} lines={lines}>
        {(settings) => <Section {...{ id, tenantId, settings, changeIn, questionOf }}>{children(settings)}</Section>}
      </LoadedCard>
    </div>
  );
}

interface SectionProps extends Pick<SettingsSectionProps, "id" | "tenantId" | "changeIn"> {
  readonly questionOf: QuestionOf | undefined;
  readonly settings: TenantSettingsRecord;
  readonly children: ReactNode;
}

/** Built anew with newer settings, unless something was typed into it: that is saved on top of them. */
function Section(props: SectionProps) {
  const { id, settings } = props;
  const tell = use(Unsaved);
  const [isChanged, setChanged] = useState(false);
  const [shown, setShown] = useState(settings.version);
  if (!isChanged && shown !== settings.version) setShown(settings.version);
  const mark = (isUnsaved: boolean) => {
    setChanged(isUnsaved);
    tell(id, isUnsaved);
  };
  return <SectionForm key={shown} {...props} mark={mark} />;
}

interface SectionFormProps extends Omit<SectionProps, "id"> {
  /** Says whether it holds something that was not saved. */
  readonly mark: (isUnsaved: boolean) => void;
}

function SectionForm({ tenantId, settings, changeIn, questionOf, children, mark }: SectionFormProps) {
  const m = useMessages();
  const client = useQueryClient();
  /** What is typed while the rest is saved stays, too. */
  const typed = useRef(0);
  const noteChange = () => {
    typed.current += 1;
    mark(true);
  };
  /** What the form was filled with: other settings may have become newer under it. */
  const [base, setBase] = useState(settings);
  const [isStale, setStale] = useState(false);
  const changedMeanwhile = (): Error => {
    setStale(true);
    return new FormProblem(m.tenantSettings.changedMeanwhile);
  };
  const [asked, setAsked] = useState<{ readonly question: Question; readonly body: TenantSettingsRecord }>();
  const send = async (form: FormData) => {
    const change = changeIn(form);
    const isTheirs = (Object.keys(change) as (keyof TenantSettingsRecord)[]).some(
      (name) => JSON.stringify(base[name]) !== JSON.stringify(settings[name]),
    );
    if (isTheirs) throw changedMeanwhile();
    const body = { ...settings, ...change };
    const question = questionOf?.(settings, body);
    if (question) setAsked({ question, body });
    else await save(body);
  };
  const save = async (body: TenantSettingsRecord) => {
    const before = typed.current;
    const saved = await saveTenantSettings(tenantId, body).catch((error: unknown) => {
      throw error instanceof ApiError && error.status === 409 ? changedMeanwhile() : error;
    });
    setBase(saved);
    if (typed.current === before) mark(false);
    client.setQueryData(["settings", tenantId], saved);
    void client.invalidateQueries({ queryKey: ["appearance", tenantId] });
    toast(m.common.saved);
  };
  const loadAgain = () => {
    mark(false);
    void client.invalidateQueries({ queryKey: ["settings", tenantId] });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what happens in the form inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button is clicked by the keyboard, too
    <div onInput={noteChange} onClick={({ target }) => changes(target) && noteChange()}>
      <Form
        className="form card-body"
        action={m.common.save}
        send={send}
        looksItself
        fieldRefusals={["PICTURE_INVALID"]}
      >
        {children}
        {isStale && (
          <div className="row">
            <button type="button" className="button small" onClick={loadAgain}>
              {m.tenantSettings.loadAgain}
            </button>
          </div>
        )}
      </Form>
      {asked && <Confirm {...asked.question} onConfirm={() => save(asked.body)} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

/** Buttons that change what the form holds. */
const changes = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("[data-changes]") !== null;

const dayMs = 86_400_000;

/** Days of a field as milliseconds; nothing filled in is null. */
export function daysIn(form: FormData, name: string, problem: string): number | null {
  const text = String(form.get(name) ?? "").trim();
  if (text === "") return null;
  const ms = Math.round(Number(text) * dayMs);
  if (!Number.isFinite(ms) || ms < 60_000) throw new FormProblem(problem);
  return ms;
}

export const daysText = (ms: number | null | undefined): string => (ms == null ? "" : String(ms / dayMs));
