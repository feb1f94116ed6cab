import type { FileRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { files as filesQuery } from "../../../api/files.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { allTime } from "../../../time-range/time-words.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { everyFile, filterOf } from "./file-filter.ts";
import { baseName, fileKey } from "./file-key.ts";
import { FileViewer } from "./file-viewer.tsx";
import { choosing, chosenIn, closed, type FilesSearch, windowIn, zoomed } from "./files-search.ts";

interface OpenFileProps {
  readonly deviceId: string;
  /** Those of the list: a link may lead to one that is not among them. */
  readonly listed: readonly FileRecord[];
  readonly search: FilesSearch;
  readonly onChange: (search: FilesSearch) => void;
  /** As above, but Back does not go through it. */
  readonly onChoose: (search: FilesSearch) => void;
}

/** The file that the address names, if any. */
export function OpenFile({ search, ...rest }: OpenFileProps) {
  const { file: name, tag } = search;
  if (name === undefined || tag === undefined) return null;
  return <Named key={fileKey({ name, tag })} {...{ name, tag, search, ...rest }} />;
}

function Named({
  deviceId,
  listed,
  search,
  onChange,
  onChoose,
  name,
  tag,
}: OpenFileProps & Pick<FileRecord, "name" | "tag">) {
  const m = useMessages();
  const isIt = (one: FileRecord) => one.name === name && one.tag === tag;
  const here = listed.find(isIt);
  const asked = filterOf({ ...everyFile, text: name, tag }, allTime, 0);
  const { data, error, refetch } = useQuery({ ...filesQuery(deviceId, asked), enabled: here === undefined });
  const file = here ?? data?.files.find(isIt);
  const close = () => onChange(closed(search));
  if (file)
    return (
      <FileViewer
        {...{ deviceId, file }}
        window={windowIn(search)}
        onWindow={(window) => onChange(zoomed(search, window))}
        chosen={chosenIn(search)}
        onChoose={(chosen) => onChoose(choosing(search, chosen))}
        onClose={close}
      />
    );
  return (
    <Dialog title={baseName(name)} onClose={close} size="full">
      {data ? (
        <EmptyState icon="search" title={m.files.noMatch} text={m.files.gone} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Dialog>
  );
}
