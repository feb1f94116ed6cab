import type { FileRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { files as filesQuery } from "../../../api/files.ts";
import { filesPin } from "../../../dashboards/making/pin.ts";
import { PinButton } from "../../../dashboards/making/pin-button.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { useLiveLists } from "../../../live/use-live-lists.ts";
import { useMay } from "../../../shell/current-user.ts";
import { useIsPhone } from "../../../state/use-media.ts";
import { fixed, type TimeChoice, timeChoiceOf, timed } from "../../../time-range/shown-time.ts";
import { allTime, isAllTime } from "../../../time-range/time-words.ts";
import { useListTime } from "../../../time-range/use-list-time.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { FileActions } from "./file-actions.tsx";
import { everyFile, type FileChoice, filterOf, isChosen, isNarrowed } from "./file-filter.ts";
import { fileKey } from "./file-key.ts";
import type { FileSpan } from "./file-span.ts";
import { FileSteps } from "./file-steps.tsx";
import { FileTable } from "./file-table.tsx";
import { FileTimeline } from "./file-timeline-view.tsx";
import { FileToolbar } from "./file-toolbar.tsx";
import { type FilesSearch, opened } from "./files-search.ts";
import { OpenFile } from "./open-file.tsx";
import { RequestListForm } from "./request-list-form.tsx";
import { UploadFiles } from "./upload-files.tsx";
import { useUploaded } from "./use-uploaded.ts";

const route = getRouteApi("/devices/$deviceId");
const filesRoute = getRouteApi("/devices/$deviceId/files");

export function FilesTab() {
  const m = useMessages();
  const { deviceId } = route.useParams();
  const search = filesRoute.useSearch();
  const { q: text = "" } = search;
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const [choice, setChoice] = useState({ ...everyFile, text });
  useEffect(() => setChoice((before) => ({ ...before, text })), [text]); // another file was looked for meanwhile
  const [back, setBack] = useState(0);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const here = { to: "/devices/$deviceId/files", params: { deviceId } } as const;
  const chooseTime = (chosen: TimeChoice) => {
    setBack(0);
    void navigate({ ...here, search: timed(search, chosen), state: true });
  };
  /** Back undoes a zoom, then closes the file. */
  const look = (next: FilesSearch, replace = false) =>
    void navigate({ ...here, search: next, state: true, resetScroll: false, replace });
  const { time, control } = useListTime(allTime, [timeChoiceOf(search), chooseTime]);
  const { data, error, refetch } = useQuery(filesQuery(deviceId, filterOf(choice, time, back)));
  useLiveLists(deviceId, ["files"]);
  const tags = useTags(data?.files ?? []);
  const shown = (data?.files ?? []).filter((file) => isChosen(file, choice));
  const toggle = (key: string) => setSelected(new Set(selected).symmetricDifference(new Set([key])));
  const choose = (next: FileChoice) => {
    setChoice(next);
    setBack(0);
  };
  const showSpan = ({ from, to }: FileSpan) => chooseTime(fixed(from, to + 1));
  const { lit, show: showUploaded } = useUploaded(deviceId, () => choose(everyFile));
  const clear = () => {
    choose(everyFile);
    if (!isAllTime(time)) chooseTime({});
  };
  return (
    <section className="card">
      <div className="card-head">
        <FileToolbar time={control} choice={choice} tags={tags} onChange={choose} />
        <div className="row">
          <FileActions
            deviceId={deviceId}
            chosen={shown.filter((file) => selected.has(fileKey(file)))}
            onDone={() => setSelected(new Set())}
          />
          <PinButton hasText={isPhone} pins={[filesPin(deviceId, m.device.tabs.files)]} />
          <UploadFiles deviceId={deviceId} tag={choice.tag} onShow={showUploaded} />
          <RequestList deviceId={deviceId} tags={tags} />
        </div>
      </div>
      {data && <FileSteps bounds={data} isFilteredHere={choice.status !== ""} onStep={setBack} />}
      {!data ? (
        <NotThere error={error} onRetry={() => void refetch()} />
      ) : shown.length === 0 ? (
        <NoFiles isFiltered={isNarrowed(choice, time)} onClear={clear} />
      ) : (
        <>
          <FileTimeline files={shown} selected={selected} onPick={(file) => toggle(fileKey(file))} onSpan={showSpan} />
          <FileTable
            files={shown}
            lit={lit}
            selected={selected}
            onSelect={setSelected}
            onOpen={(file) => look(opened(search, file))}
          />
        </>
      )}
      <OpenFile
        {...{ deviceId, search }}
        listed={data?.files ?? []}
        onChange={look}
        onChoose={(next) => look(next, true)}
      />
    </section>
  );
}

/** All that were seen so far: what is filtered away can still be chosen. */
function useTags(files: readonly FileRecord[]): readonly string[] {
  const seen = useRef(new Set<string>());
  for (const { tag } of files) seen.current.add(tag);
  return [...seen.current].sort();
}

function RequestList({ deviceId, tags }: { readonly deviceId: string; readonly tags: readonly string[] }) {
  const m = useMessages();
  const [isAsking, setAsking] = useState(false);
  if (!useMay()("SEND_COMMANDS")) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => setAsking(true)}>
        <Icon name="refresh" /> {m.files.requestList}
      </button>
      {isAsking && <RequestListForm deviceId={deviceId} tags={tags} onClose={() => setAsking(false)} />}
    </>
  );
}

function NoFiles({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  const m = useMessages();
  if (!isFiltered) return <EmptyState icon="file" title={m.files.empty} text={m.files.emptyText} />;
  return (
    <EmptyState icon="search" title={m.files.noMatch} text={m.files.noMatchText}>
      <button type="button" className="button" onClick={onClear}>
        {m.devices.clearFilters}
      </button>
    </EmptyState>
  );
}

function NotThere({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (error) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <div className="card-body">
      <Skeleton />
    </div>
  );
}
