import { type CheckedRule, type RuleMode, ruleModes } from "@heliograph/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { rule, ruleFileFormat, saveRule } from "../../../api/rules.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { focusFirstWrong } from "../../../ui/chip.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { EditedName } from "../../../ui/edited-name.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { isStale } from "../../../ui/newer-version.tsx";
import { saveBlob } from "../../../ui/save-blob.ts";
import { SaveOutcome } from "../../../ui/save-outcome.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { Ago } from "../../../ui/time.tsx";
import { toast } from "../../../ui/toast.tsx";
import { problemText } from "../problem-text.ts";
import { missingParts } from "../sentence/missing-parts.ts";
import { DeleteRule } from "./delete-rule.tsx";
import { inputOf, type RuleDraft } from "./draft.ts";
import { ModeSwitch } from "./mode-switch.tsx";

interface RuleHeadProps {
  readonly base: CheckedRule | undefined;
  readonly draft: RuleDraft;
  readonly mode: RuleMode;
  readonly isChanged: boolean;
  /** Somebody saved a newer one meanwhile. */
  readonly isOutdated: boolean;
  /** Of a rule that is not saved yet. */
  readonly onMode: (mode: RuleMode) => void;
  readonly onName: (name: string) => void;
  readonly onSaved: (now: CheckedRule) => void;
  readonly onSwitched: (now: CheckedRule) => void;
  readonly onDiscard: () => void;
  /** What is not saved is not asked about any more. */
  readonly onLeaving: () => void;
}

export function RuleHead(props: RuleHeadProps) {
  const { base, draft, mode, isChanged, isOutdated } = props;
  const m = useMessages();
  const client = useQueryClient();
  const mayEdit = useMay()("EDIT_RULES");
  const save = useSaving(props);
  const loadNewer = async () => {
    if (!base) return;
    props.onSaved(await client.fetchQuery({ ...rule(base.id.id), staleTime: 0 }));
    save.reset();
  };
  return (
    <>
      <div className="page-head rule-head">
        <EditedName
          list={<Link to="/rules">{m.rules.title}</Link>}
          listName={m.rules.title}
          title={base?.name ?? m.rules.newTitle}
          label={m.rules.name}
          name={draft.name}
          isWrong={draft.name.trim() === ""}
          isReadOnly={!mayEdit}
          onName={props.onName}
        />
        <div className="row">
          <small role="status">
            {isChanged && <span className="badge warn">{m.rules.unsaved}</span>}{" "}
            {base && m.rules.versionIs(base.version, m.rules.modes[base.mode])}
          </small>
          {mayEdit && base && (
            <ModeSwitch
              rule={base}
              onSwitched={props.onSwitched}
              onStale={() => void client.invalidateQueries({ queryKey: rule(base.id.id).queryKey })}
            />
          )}
          {mayEdit && !base && (
            <Segments
              label={m.rules.mode}
              options={ruleModes.map((one) => [one, m.rules.modes[one]] as const)}
              value={mode}
              onChange={props.onMode}
            />
          )}
          {mayEdit && <SaveButtons {...props} save={save} />}
          {base && <MoreButtons {...props} base={base} />}
        </div>
      </div>
      <Problems base={base} />
      <SaveOutcome
        error={save.error}
        isOutdated={isOutdated}
        onLoadNewer={() => void loadNewer()}
        mine={inputOf(draft, base)}
      />
    </>
  );
}

function useSaving({ base, draft, mode, onSaved, onLeaving }: RuleHeadProps) {
  const m = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => saveRule({ ...inputOf(draft, base), ...(!base && { mode }) }),
    // Who was second is shown what the first one saved.
    onError: (error) => {
      if (!isStale(error)) return void focusFirstWrong();
      return base && client.invalidateQueries({ queryKey: rule(base.id.id).queryKey });
    },
    onSuccess: (now) => {
      toast(m.common.saved);
      client.setQueryData(rule(now.id.id).queryKey, now);
      onSaved(now);
      for (const key of ["rules", "rule-versions", "rule-runs", "rule-why", "alarms", "audit"])
        void client.invalidateQueries({ queryKey: [key] });
      if (base) return;
      onLeaving();
      void navigate({ to: "/rules/$ruleId", params: { ruleId: now.id.id }, replace: true });
    },
  });
}

interface SaveButtonsProps extends RuleHeadProps {
  readonly save: { readonly isPending: boolean; readonly mutate: () => void };
}

function SaveButtons({ base, draft, isChanged, onDiscard, save }: SaveButtonsProps) {
  const m = useMessages();
  const [isDiscarding, setDiscarding] = useState(false);
  return (
    <>
      {base && (
        <button type="button" className="button" disabled={!isChanged} onClick={() => setDiscarding(true)}>
          {m.rules.discard}
        </button>
      )}
      <button
        type="button"
        className="button primary"
        disabled={!isChanged || save.isPending}
        onClick={() => {
          const isWhole = draft.name.trim() !== "" && missingParts(draft.definition).length === 0;
          if (isWhole || !focusFirstWrong()) save.mutate();
        }}
      >
        {base ? m.rules.save(base.version + 1) : m.rules.create}
      </button>
      {isDiscarding && (
        <Confirm
          title={m.rules.discardTitle}
          text={m.rules.discardText}
          action={m.rules.discard}
          onConfirm={async () => onDiscard()}
          onClose={() => setDiscarding(false)}
        />
      )}
    </>
  );
}

/** What else can be done with a rule that is there. */
function MoreButtons({ base, onLeaving }: RuleHeadProps & { readonly base: CheckedRule }) {
  const m = useMessages();
  const mayEdit = useMay()("EDIT_RULES");
  const [isDeleting, setDeleting] = useState(false);
  const download = () => {
    const { name, description, definition } = base;
    const file = { format: ruleFileFormat, rules: [{ name, description, definition }] };
    saveBlob(new Blob([JSON.stringify(file, null, 2)], { type: "application/json" }), `${name}.json`);
  };
  return (
    <>
      <button type="button" className="button" onClick={download}>
        <Icon name="download" /> {m.rules.export}
      </button>
      {mayEdit && (
        <>
          <Link to="/rules/new" search={{ copy: base.id.id }} className="button">
            <Icon name="copy" /> {m.rules.copy}
          </Link>
          <button type="button" className="button" onClick={() => setDeleting(true)}>
            <Icon name="trash" /> {m.common.delete}
          </button>
        </>
      )}
      {isDeleting && <DeleteRule rule={base} onDeleted={onLeaving} onClose={() => setDeleting(false)} />}
    </>
  );
}

/** What keeps it from deciding, and what it names and is not there any more. */
function Problems({ base }: { readonly base: CheckedRule | undefined }) {
  return (
    <>
      {base?.fault && <FaultNote fault={base.fault} />}
      {base && base.problems.length > 0 && <GoneNote problems={base.problems} />}
    </>
  );
}

function FaultNote({ fault }: { readonly fault: NonNullable<CheckedRule["fault"]> }) {
  const m = useMessages();
  return (
    <p className="note note-warn" role="status">
      <Icon name="alert" />
      <span>
        {problemText(fault, m.rules.problemTexts)} · <Ago ms={fault.time} />
        {fault.deviceId && (
          <>
            {" · "}
            <Link to="/devices/$deviceId" params={{ deviceId: fault.deviceId.id }}>
              {m.rules.faultyDevice}
            </Link>
          </>
        )}
      </span>
    </p>
  );
}

function GoneNote({ problems }: Pick<CheckedRule, "problems">) {
  const m = useMessages();
  return (
    <p className="note note-warn" role="status">
      <Icon name="alert" />
      <span>
        {m.rules.gone}: {problems.map((problem) => problemText(problem, m.rules.problemTexts)).join("; ")}
      </span>
    </p>
  );
}
