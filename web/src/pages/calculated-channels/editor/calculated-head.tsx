import type { CalculatedChannelRecord, CalculatedDefinition } from "@heliograph/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { calculatedChannel, saveCalculated } from "../../../api/calculated-channels.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { focusFirstWrong } from "../../../ui/chip.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { SaveOutcome } from "../../../ui/save-outcome.tsx";
import { isRefusal } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { inputOf } from "../calculated-draft.ts";
import { DeleteCalculated } from "../delete-calculated.tsx";
import { useCalculatedReads } from "../use-calculated-reads.ts";
import { useMayCalculate } from "../use-may-calculate.ts";

interface CalculatedHeadProps {
  readonly base: CalculatedChannelRecord | undefined;
  readonly draft: CalculatedDefinition;
  readonly isChanged: boolean;
  /** Somebody saved a newer one meanwhile. */
  readonly isOutdated: boolean;
  readonly onSaved: (now: CalculatedChannelRecord) => void;
  readonly onDiscard: () => void;
  /** What is not saved is not asked about any more. */
  readonly onLeaving: () => void;
}

export function CalculatedHead(props: CalculatedHeadProps) {
  const { base, draft, isChanged, isOutdated } = props;
  const m = useMessages();
  const client = useQueryClient();
  const mayEdit = useMayCalculate();
  const save = useSaving(props);
  const isInUse = isRefusal(save.error, "CALCULATED_KEY_IN_USE");
  const loadNewer = async () => {
    if (!base) return;
    props.onSaved(await client.fetchQuery({ ...calculatedChannel(base.id.id), staleTime: 0 }));
    save.reset();
  };
  return (
    <>
      <div className="page-head rule-head">
        <div className="rule-title">
          <nav className="crumbs" aria-label={m.calculated.title}>
            <Link to="/calculated">{m.calculated.title}</Link>
          </nav>
          <h1 className="break">{base ? base.definition.name || base.definition.key : m.calculated.newTitle}</h1>
        </div>
        <div className="row">
          <small role="status">
            {isChanged && <span className="badge warn">{m.calculated.unsaved}</span>}{" "}
            {base && m.calculated.versionIs(base.version)}
          </small>
          {mayEdit && <SaveButtons {...props} isSaving={save.isPending} onSave={() => save.mutate(false)} />}
        </div>
      </div>
      <SaveOutcome
        error={isInUse ? undefined : save.error}
        isOutdated={isOutdated && !isInUse}
        onLoadNewer={() => void loadNewer()}
        mine={inputOf(draft, base)}
      />
      {isInUse && (
        <Confirm
          title={m.calculated.replaceTitle}
          text={m.calculated.replaceText(draft.key)}
          action={m.calculated.replace}
          onConfirm={() => save.mutateAsync(true)}
          onClose={() => save.reset()}
        />
      )}
    </>
  );
}

/** Told whether points that are stored under the key may be replaced. */
function useSaving({ base, draft, onSaved, onLeaving }: CalculatedHeadProps) {
  const m = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const readAgain = useCalculatedReads();
  return useMutation({
    mutationFn: (replaces: boolean) => saveCalculated(inputOf(draft, base, replaces)),
    onError: () => void focusFirstWrong(),
    onSuccess: (now) => {
      toast(m.common.saved);
      client.setQueryData(calculatedChannel(now.id.id).queryKey, now);
      onSaved(now);
      readAgain();
      if (base) return;
      onLeaving();
      void navigate({ to: "/calculated/$channelId", params: { channelId: now.id.id }, replace: true });
    },
  });
}

interface SaveButtonsProps extends CalculatedHeadProps {
  readonly isSaving: boolean;
  readonly onSave: () => void;
}

function SaveButtons({ base, isChanged, isSaving, onSave, onDiscard, onLeaving }: SaveButtonsProps) {
  const m = useMessages();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"discard" | "delete">();
  const close = () => setOpen(undefined);
  const leave = () => {
    onLeaving();
    void navigate({ to: "/calculated" });
  };
  return (
    <>
      {base && (
        <button type="button" className="button" disabled={!isChanged} onClick={() => setOpen("discard")}>
          {m.calculated.discard}
        </button>
      )}
      <button type="button" className="button primary" disabled={!isChanged || isSaving} onClick={onSave}>
        {base ? m.common.save : m.calculated.create}
      </button>
      {base && (
        <button type="button" className="button" onClick={() => setOpen("delete")}>
          <Icon name="trash" /> {m.common.delete}
        </button>
      )}
      {open === "discard" && (
        <Confirm
          title={m.calculated.discardTitle}
          text={m.calculated.discardText}
          action={m.calculated.discard}
          onConfirm={async () => onDiscard()}
          onClose={close}
        />
      )}
      {open === "delete" && base && <DeleteCalculated channel={base} onDeleted={leave} onClose={close} />}
    </>
  );
}
