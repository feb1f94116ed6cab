import type { ScheduleRecord } from "@heliograph/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { saveSchedule, schedule } from "../../../api/schedules.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { focusFirstWrong } from "../../../ui/chip.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { EditedName } from "../../../ui/edited-name.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { SaveOutcome } from "../../../ui/save-outcome.tsx";
import { toast } from "../../../ui/toast.tsx";
import { CheckEdit } from "../../device-types/edit-fields.tsx";
import { DeleteSchedule, EnabledSwitch, RunButton, useScheduleReads } from "../schedule-actions.tsx";
import { inputOf, isComplete, type ScheduleDraft } from "../schedule-draft.ts";

interface ScheduleHeadProps {
  readonly base: ScheduleRecord | undefined;
  readonly draft: ScheduleDraft;
  readonly isChanged: boolean;
  /** Somebody saved a newer one meanwhile. */
  readonly isOutdated: boolean;
  readonly onChange: (part: Partial<ScheduleDraft>) => void;
  readonly onSaved: (now: ScheduleRecord) => void;
  readonly onSwitched: (now: ScheduleRecord) => void;
  readonly onDiscard: () => void;
  /** What is not saved is not asked about any more. */
  readonly onLeaving: () => void;
}

export function ScheduleHead(props: ScheduleHeadProps) {
  const { base, draft, isChanged, isOutdated, onChange } = props;
  const m = useMessages();
  const client = useQueryClient();
  const mayEdit = useMay()("EDIT_SCHEDULES");
  const save = useSaving(props);
  const loadNewer = async () => {
    if (!base) return;
    props.onSaved(await client.fetchQuery({ ...schedule(base.id.id), staleTime: 0 }));
    save.reset();
  };
  return (
    <>
      <div className="page-head rule-head">
        <EditedName
          list={<Link to="/schedules">{m.schedules.title}</Link>}
          listName={m.schedules.title}
          title={base?.name ?? m.schedules.newTitle}
          label={m.schedules.name}
          name={draft.name}
          isWrong={draft.name.trim() === ""}
          isReadOnly={!mayEdit}
          onName={(name) => onChange({ name })}
        />
        <div className="row">
          <small role="status">
            {isChanged && <span className="badge warn">{m.schedules.unsaved}</span>}{" "}
            {base && m.schedules.versionIs(base.version)}
          </small>
          {base ? (
            <EnabledSwitch schedule={base} isReadOnly={!mayEdit} onSwitched={props.onSwitched} />
          ) : (
            <CheckEdit label={m.schedules.isOn} value={draft.enabled} onChange={(enabled) => onChange({ enabled })} />
          )}
          {mayEdit && <SaveButtons {...props} save={save} />}
        </div>
      </div>
      <SaveOutcome
        error={save.error}
        isOutdated={isOutdated}
        onLoadNewer={() => void loadNewer()}
        mine={inputOf(draft, base)}
      />
    </>
  );
}

function useSaving({ base, draft, onSaved, onLeaving }: ScheduleHeadProps) {
  const m = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const readAgain = useScheduleReads();
  return useMutation({
    mutationFn: () => saveSchedule(inputOf(draft, base)),
    onError: () => void focusFirstWrong(),
    onSuccess: (now) => {
      toast(m.common.saved);
      client.setQueryData(schedule(now.id.id).queryKey, now);
      onSaved(now);
      readAgain();
      if (base) return;
      onLeaving();
      void navigate({ to: "/schedules/$scheduleId", params: { scheduleId: now.id.id }, replace: true });
    },
  });
}

interface SaveButtonsProps extends ScheduleHeadProps {
  readonly save: { readonly isPending: boolean; readonly mutate: () => void };
}

function SaveButtons({ base, draft, isChanged, onDiscard, onLeaving, save }: SaveButtonsProps) {
  const m = useMessages();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"discard" | "delete">();
  const close = () => setOpen(undefined);
  const leave = () => {
    onLeaving();
    void navigate({ to: "/schedules" });
  };
  return (
    <>
      {base && (
        <button type="button" className="button" disabled={!isChanged} onClick={() => setOpen("discard")}>
          {m.schedules.discard}
        </button>
      )}
      <button
        type="button"
        className="button primary"
        disabled={!isChanged || save.isPending}
        onClick={() => {
          if (isComplete(draft) || !focusFirstWrong()) save.mutate();
        }}
      >
        {base ? m.common.save : m.schedules.create}
      </button>
      {base && (
        <>
          <RunButton schedule={base} isChanged={isChanged} />
          <button type="button" className="button" onClick={() => setOpen("delete")}>
            <Icon name="trash" /> {m.common.delete}
          </button>
        </>
      )}
      {open === "discard" && (
        <Confirm
          title={m.schedules.discardTitle}
          text={m.schedules.discardText}
          action={m.schedules.discard}
          onConfirm={async () => onDiscard()}
          onClose={close}
        />
      )}
      {open === "delete" && base && <DeleteSchedule schedule={base} onDeleted={leave} onClose={close} />}
    </>
  );
}
