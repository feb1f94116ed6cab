import type { FileRecord } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { removeFile } from "../../../api/files.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { toast } from "../../../ui/toast.tsx";

interface DeleteFilesProps {
  readonly deviceId: string;
  readonly files: readonly FileRecord[];
  readonly onDone: () => void;
}

/** From the server: what the device has of them stays known. */
export function DeleteFiles({ deviceId, files, onDone }: DeleteFilesProps) {
  const m = useMessages();
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const remove = async () => {
    try {
      for (const file of files) await removeFile(deviceId, file);
    } finally {
      await client.invalidateQueries({ queryKey: ["files", deviceId] });
    }
    toast(m.files.deleted(files.length));
    onDone();
  };
  return (
    <>
      <button type="button" className="button" onClick={() => setAsked(true)}>
        <Icon name="trash" /> {m.files.deleteMany(files.length)}
      </button>
      {isAsked && (
        <Confirm
          title={m.files.deleteTitle(files.length)}
          text={m.files.deleteText}
          action={m.common.delete}
          onConfirm={remove}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
