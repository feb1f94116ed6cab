import type { DeviceTypeRecord } from "@heliograph/contract";
import { definitionProblem } from "@heliograph/contract/channel-meaning";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useBlocker } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { deviceType, deviceTypeInfo, exportType, saveType } from "../../api/device-types.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { pageNeeds } from "../../shell/page-needs.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Icon } from "../../ui/icon.tsx";
import { saveBlob } from "../../ui/save-blob.ts";
import { SaveOutcome } from "../../ui/save-outcome.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { History } from "../audit/history-dialog.tsx";
import { AttributeSection } from "./attribute-section.tsx";
import { changeCount } from "./change-count.ts";
import { ChannelSection } from "./channel-section.tsx";
import { CommandSection } from "./command-section.tsx";
import { inputOf } from "./draft.ts";
import { GeneralSection } from "./general-section.tsx";
import { NewTypeDialog } from "./new-type-dialogs.tsx";

const route = getRouteApi("/types/$typeId");

export function TypePage() {
  const { typeId } = route.useParams();
  const { data, error, refetch } = useQuery(deviceType(typeId));
  return (
    <div className="page">
      {data ? (
        <Editor key={typeId} saved={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  );
}

const sections = ["channels", "commands", "attributes", "general", "history"] as const;
type Section = (typeof sections)[number];

/** Changes are made to a draft; nothing is saved before the button is pressed. */
function Editor({ saved }: { readonly saved: DeviceTypeRecord }) {
  const m = useMessages();
  const mayEdit = useMay()("EDIT_DEVICE_TYPES");
  const mayRead = useMay()(pageNeeds.audit);
  const [{ base, draft }, setHeld] = useState({ base: saved, draft: saved });
  const setDraft = (change: (before: DeviceTypeRecord) => DeviceTypeRecord) =>
    setHeld((held) => ({ ...held, draft: change(held.draft) }));
  // A newer one comes in where nothing was changed; else whoever saves is told.
  if (saved !== base && changeCount(base, draft) === 0) setHeld({ base: saved, draft: saved });
  const [section, setSection] = useState<Section>("channels");
  const changes = useMemo(() => changeCount(base, draft), [base, draft]);
  const isChanged = changes > 0;
  useBlocker({ shouldBlockFn: () => isChanged && !window.confirm(m.deviceTypes.leave), enableBeforeUnload: isChanged });
  const edit = mayEdit
    ? (part: Partial<DeviceTypeRecord>) => setDraft((before) => ({ ...before, ...part }))
    : undefined;
  const counts = { channels: draft.channels, commands: draft.commands, attributes: draft.attributes };
  return (
    <>
      <Head
        saved={saved}
        draft={draft}
        changes={changes}
        isOutdated={isChanged && saved.version > base.version}
        onSaved={(now) => setHeld({ base: now, draft: now })}
        onDiscard={() => setHeld({ base: saved, draft: saved })}
      />
      <nav className="tabs" aria-label={m.deviceTypes.sections}>
        {sections
          .filter((one) => one !== "history" || mayRead)
          .map((one) => (
            <button key={one} type="button" aria-pressed={one === section} onClick={() => setSection(one)}>
              {one === "history" ? m.audit.history : m.deviceTypes[one]}{" "}
              {one !== "general" && one !== "history" && <span className="badge">{counts[one].length}</span>}
            </button>
          ))}
      </nav>
      {section === "channels" && <ChannelSection type={draft} saved={base} onEdit={edit} />}
      {section === "commands" && <CommandSection commands={draft.commands} onEdit={edit} />}
      {section === "attributes" && <AttributeSection attributes={draft.attributes} onEdit={edit} />}
      {section === "general" && <GeneralSection type={draft} onEdit={edit} />}
      {section === "history" && mayRead && <History type="DEVICE_PROFILE" id={saved.id.id} />}
    </>
  );
}

interface HeadProps {
  readonly saved: DeviceTypeRecord;
  readonly draft: DeviceTypeRecord;
  /** How many things are not saved yet. */
  readonly changes: number;
  /** Somebody saved a newer one meanwhile. */
  readonly isOutdated: boolean;
  readonly onSaved: (now: DeviceTypeRecord) => void;
  readonly onDiscard: () => void;
}

function Head({ saved, draft, changes, isOutdated, onSaved, onDiscard }: HeadProps) {
  const isChanged = changes > 0;
  const m = useMessages();
  const client = useQueryClient();
  const mayEdit = useMay()("EDIT_DEVICE_TYPES");
  const { data: info } = useQuery(deviceTypeInfo(saved.id.id));
  const problem = useMemo(() => definitionProblem(draft, m.deviceTypes.problems), [draft, m]);
  const [isCopying, setCopying] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const save = useMutation({
    mutationFn: () => saveType(inputOf(draft)),
    onSuccess: (now) => {
      toast(m.common.saved);
      client.setQueryData(deviceType(saved.id.id).queryKey, now);
      onSaved(now);
      for (const key of [
        "device-type-list",
        "device-type-info",
        "device-type-seen",
        "device-type-values",
        "device-type-overrides",
        "device-description",
        "devices",
        "audit",
      ])
        void client.invalidateQueries({ queryKey: [key] });
    },
  });
  const loadNewer = async () => {
    onSaved(await client.fetchQuery({ ...deviceType(saved.id.id), staleTime: 0 }));
    save.reset();
  };
  const download = async () => {
    const file = JSON.stringify(await exportType(saved.id.id), null, 2);
    saveBlob(new Blob([file], { type: "application/json" }), `${saved.name}.json`);
  };
  return (
    <>
      <div className="page-head">
        <div>
          <nav className="crumbs" aria-label={m.deviceTypes.title}>
            <Link to="/types">{m.deviceTypes.title}</Link>
          </nav>
          <h1 className="break">{saved.name}</h1>
          {info && (
            <p className="soft">
              <Link to="/devices" search={{ type: saved.name }}>
                {m.deviceTypes.usedBy(info.deviceCount)}
              </Link>
              {info.projectCount > 0 && ` ${m.deviceTypes.inProjects(info.projectCount)}`}
            </p>
          )}
        </div>
        <div className="row">
          {isChanged && <small role="status">{m.deviceTypes.unsaved(changes, info?.deviceCount ?? 0)}</small>}
          {mayEdit && (
            <>
              <button type="button" className="button" disabled={!isChanged} onClick={() => setDiscarding(true)}>
                {m.deviceTypes.discard}
              </button>
              <button
                type="button"
                className="button primary"
                disabled={!isChanged || problem !== undefined || save.isPending}
                onClick={() => save.mutate()}
              >
                {m.common.save}
              </button>
            </>
          )}
          {mayEdit && (
            <button type="button" className="button" disabled={isChanged} onClick={() => setCopying(true)}>
              <Icon name="copy" /> {m.common.copy}
            </button>
          )}
          <button type="button" className="button" onClick={() => void download()}>
            <Icon name="download" /> {m.deviceTypes.export}
          </button>
        </div>
      </div>
      {problem && (
        <p className="note note-warn" role="status">
          <Icon name="alert" /> {problem}
        </p>
      )}
      <SaveOutcome
        error={save.error}
        isOutdated={isOutdated}
        onLoadNewer={() => void loadNewer()}
        mine={inputOf(draft)}
      />
      {!mayEdit && (
        <p className="note" role="note">
          <Icon name="eye" /> {m.deviceTypes.readOnly}
        </p>
      )}
      {isDiscarding && (
        <Confirm
          title={m.deviceTypes.discardTitle}
          text={m.deviceTypes.discardText}
          action={m.deviceTypes.discard}
          onConfirm={async () => onDiscard()}
          onClose={() => setDiscarding(false)}
        />
      )}
      {isCopying && <NewTypeDialog from={saved} onClose={() => setCopying(false)} />}
    </>
  );
}
