import type { FileRecord } from "@heliograph/contract";
import { useState } from "react";
import { exportFile, type FileWindow } from "../../../api/files.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { Icon } from "../../../ui/icon.tsx";
import { saveBlob } from "../../../ui/save-blob.ts";
import { ErrorNote } from "../../../ui/states.tsx";
import { baseName } from "./file-key.ts";

interface ExportFileProps {
  readonly deviceId: string;
  readonly file: FileRecord;
  readonly chosen: readonly number[];
  readonly window: FileWindow;
}

/** The chosen channels in the range that is shown, as CSV. */
export function ExportFile({ deviceId, file, chosen, window }: ExportFileProps) {
  const m = useMessages();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  if (!useMay()("DOWNLOAD_FILES")) return null;
  const save = async () => {
    setBusy(true);
    setError(undefined);
    const name = baseName(file.name).replace(/\.osfz?$/i, "");
    await exportFile(deviceId, file, chosen, window).then((blob) => saveBlob(blob, `${name}.csv`), setError);
    setBusy(false);
  };
  return (
    <>
      <ErrorNote error={error} />
      <button type="button" className="button" disabled={isBusy} onClick={() => void save()}>
        <Icon name="download" /> {m.files.exportCsv}
      </button>
    </>
  );
}
