import type { DeviceTypeRecord } from "@heliograph/contract";
import { definitionProblem } from "@heliograph/contract/channel-meaning";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { deviceType, deviceTypeInfo, exportType, saveType } from "../../api/device-types.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { Icon } from "../../ui/icon.tsx";
import { saveBlob } from "../../ui/save-blob.ts";
import { ErrorNote, ErrorState, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { AttributeSection } from "./attribute-section.tsx";
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
        <Editor key={`${typeId} ${data.version}`} saved={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  );
}

const sections = ["channels", "commands", "attributes", "general"] as const;
type Section = (typeof sections)[number];

/** Changes are made to a draft; nothing is saved before the button is pressed. */
function Editor({ saved }: { readonly saved: DeviceTypeRecord }) {
  const m = useMessages();
  const mayEdit = useMay()("EDIT_DEVICE_TYPES");
  const [draft, setDraft] = useState(saved);
  const [section, setSection] = useState<Section>("channels");
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  useBlocker({ shouldBlockFn: () => isChanged && !window.confirm(m.deviceTypes.leave), enableBeforeUnload: isChanged });
  const edit = mayEdit
    ? (part: Partial<DeviceTypeRecord>) => setDraft((before) => ({ ...before, ...part }))
    : undefined;
  const counts = { channels: draft.channels, commands: draft.commands, attributes: draft.attributes, general: [] };
  return (
    <>
      <Head saved={saved} draft={draft} isChanged={isChanged} onDiscard={() => setDraft(saved)} />
      <nav className="tabs" aria-label={m.deviceTypes.sections}>
        {sections.map((one) => (
          <button key={one} type="button" aria-pressed={one === section} onClick={() => setSection(one)}>
            {m.deviceTypes[one]} {one !== "general" && <span className="badge">{counts[one].length}</span>}
          </button>
        ))}
      </nav>
      {section === "channels" && <ChannelSection type={draft} onEdit={edit} />}
      {section === "commands" && <CommandSection commands={draft.commands} onEdit={edit} />}
      {section === "attributes" && <AttributeSection attributes={draft.attributes} onEdit={edit} />}
      {section === "general" && <GeneralSection type={draft} onEdit={edit} />}
    </>
  );
}

interface HeadProps {
  readonly saved: DeviceTypeRecord;
  readonly draft: DeviceTypeRecord;
  readonly isChanged: boolean;
  readonly onDiscard: () => void;
}

function Head({ saved, draft, isChanged, onDiscard }: HeadProps) {
  const m = useMessages();
  const client = useQueryClient();
  const mayEdit = useMay()("EDIT_DEVICE_TYPES");
  const { data: info } = useQuery(deviceTypeInfo(saved.id.id));
  const problem = definitionProblem(draft);
  const [isCopying, setCopying] = useState(false);
  const save = useMutation({
    mutationFn: () => saveType(inputOf(draft)),
    onSuccess: (now) => {
      toast(m.common.saved);
      client.setQueryData(deviceType(saved.id.id).queryKey, now);
      for (const key of ["device-type-list", "device-type-info", "device-type-seen", "device-description", "devices"])
        void client.invalidateQueries({ queryKey: [key] });
    },
  });
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
            </p>
          )}
        </div>
        <div className="row">
          {isChanged && <small role="status">{m.deviceTypes.unsaved(info?.deviceCount ?? 0)}</small>}
          {mayEdit && (
            <>
              <button type="button" className="button" disabled={!isChanged} onClick={onDiscard}>
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
      <ErrorNote error={save.error} />
      {!mayEdit && (
        <p className="note" role="note">
          <Icon name="eye" /> {m.deviceTypes.readOnly}
        </p>
      )}
      {isCopying && <NewTypeDialog from={saved} onClose={() => setCopying(false)} />}
    </>
  );
}
