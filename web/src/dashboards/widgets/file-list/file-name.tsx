import type { FileRecord, ShownFile } from "@heliograph/contract";
import { lazy, Suspense, useState } from "react";
import { DeviceLink, useOnlooker } from "../../onlooker.tsx";

const FileViewer = lazy(async () => ({
  default: (await import("../../../pages/device/files/file-viewer.tsx")).FileViewer,
}));

interface FileNameProps {
  readonly file: ShownFile & { readonly deviceId: string };
  /** What is in it is shown here; else its name leads to the files of the device. */
  readonly hasViewer: boolean;
}

/** Whoever is logged in has all of its record: what could be read of it is shown. */
const isReadable = ({ processing, channelCount }: ShownFile): boolean =>
  processing === "DONE" || (processing === "FAILED" && channelCount !== null);

export function FileName({ file, hasViewer }: FileNameProps) {
  const isOnlooker = useOnlooker() !== undefined;
  const [isOpen, setOpen] = useState(false);
  const { name, deviceId } = file;
  const shown = name.split("/").at(-1);
  if (!hasViewer || isOnlooker || !isReadable(file))
    return (
      <DeviceLink deviceId={deviceId} tab="files" title={name}>
        {shown}
      </DeviceLink>
    );
  return (
    <>
      <button type="button" className="as-link" title={name} onClick={() => setOpen(true)}>
        {shown}
      </button>
      {isOpen && (
        <Suspense>
          <FileViewer deviceId={deviceId} file={file as FileRecord} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
