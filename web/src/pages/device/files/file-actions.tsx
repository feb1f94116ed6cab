import type { FileRecord } from "@heliograph/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { downloadAddress, requestFiles } from "../../../api/files.ts";
import { download } from "../../../downloads/downloads.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ErrorNote } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { DeleteFiles } from "./delete-files.tsx";
import { baseName } from "./file-key.ts";

interface FileActionsProps {
  readonly deviceId: string;
  readonly chosen: readonly FileRecord[];
  readonly onDone: () => void;
}

const isHeld = (file: FileRecord): boolean => file.storageStatus >= 2;

/** What can be done with the ticked files: fetch what the server holds, ask the device for the rest. */
export function FileActions({ deviceId, chosen, onDone }: FileActionsProps) {
  const m = useMessages();
  const may = useMay();
  const client = useQueryClient();
  const held = chosen.filter(isHeld);
  const remote = chosen.filter((file) => file.storageStatus === 0);
  const fetching = useMutation({ mutationFn: () => startDownloads(deviceId, held), onSuccess: onDone });
  const request = useMutation({
    mutationFn: async () => {
      const byTag = Map.groupBy(remote, ({ tag }) => tag);
      for (const [tag, files] of byTag)
        await requestFiles(
          deviceId,
          files.map(({ name }) => name),
          tag,
        );
    },
    onSuccess: () => {
      toast(m.files.requested);
      void client.invalidateQueries({ queryKey: ["files", deviceId] });
      onDone();
    },
  });
  return (
    <>
      <ErrorNote error={fetching.error ?? request.error} />
      {may("SEND_COMMANDS") && remote.length > 0 && (
        <button type="button" className="button" disabled={request.isPending} onClick={() => request.mutate()}>
          <Icon name="send" /> {m.files.requestFiles} ({remote.length})
        </button>
      )}
      {may("EDIT_FILES") && held.length > 0 && <DeleteFiles deviceId={deviceId} files={held} onDone={onDone} />}
      {may("DOWNLOAD_FILES") && held.length > 0 && (
        <button
          type="button"
          className="button primary"
          disabled={fetching.isPending}
          onClick={() => fetching.mutate()}
        >
          <Icon name="download" /> {m.files.downloadMany(held.length)}
        </button>
      )}
    </>
  );
}

/** A name is only unique within its tag: one download per tag. */
async function startDownloads(deviceId: string, files: readonly FileRecord[]): Promise<void> {
  const byTag = Map.groupBy(files, ({ tag }) => tag);
  for (const [tag, ofTag] of byTag) await startDownload(deviceId, tag, ofTag, byTag.size > 1);
}

/** One file as it is, several as an archive. */
async function startDownload(deviceId: string, tag: string, files: readonly FileRecord[], isOneOfMany: boolean) {
  const [first] = files;
  const names = files.map(({ name }) => name);
  await download({
    address: await downloadAddress(deviceId, names, tag),
    name: files.length === 1 && first ? baseName(first.name) : "files.zip",
    ...(isOneOfMany && { prefix: `${tag}-` }),
    expected: files.reduce((sum, { size }) => sum + (size ?? 0), 0),
  });
}
