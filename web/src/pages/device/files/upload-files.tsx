import type { FileRecord } from "@heliograph/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { uploadFile } from "../../../api/files.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { isStillHere, useCurrentUser, useMay } from "../../../shell/current-user.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ErrorNote } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";

interface UploadFilesProps {
  readonly deviceId: string;
  /** The timeline that is looked at; empty is the server's own choice. */
  readonly tag: string;
  /** Somebody wants to see what came. */
  readonly onShow: (files: readonly FileRecord[]) => void;
}

/** Files that a person brings in place of the device, one after the other. */
export function UploadFiles({ deviceId, tag, onShow }: UploadFilesProps) {
  const m = useMessages();
  const client = useQueryClient();
  const user = useCurrentUser();
  const field = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      const came: FileRecord[] = [];
      for (const file of chosen) came.push(await uploadFile(deviceId, file, tag || undefined));
      if (isStillHere(user))
        toast(m.files.uploaded(came.length), { text: m.files.showUploaded, run: () => onShow(came) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["files", deviceId] }), // some may be there though one was refused
  });
  if (!useMay()("EDIT_FILES")) return null;
  return (
    <>
      <ErrorNote error={upload.error} />
      <button type="button" className="button" disabled={upload.isPending} onClick={() => field.current?.click()}>
        <Icon name="upload" /> {upload.isPending ? m.files.uploading : m.files.upload}
      </button>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={m.files.upload}
        onChange={({ target }) => {
          upload.mutate([...(target.files ?? [])]);
          target.value = ""; // the same file can be chosen again
        }}
      />
    </>
  );
}
