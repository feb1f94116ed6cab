import type { FileRecord, ShownFile } from "@heliograph/contract";
import { lazy, Suspense, useState } from "react";
import type { FileWindow } from "../../../api/files.ts";
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

/** Names of files begin alike: what tells them apart is at the end, and is never cut off. */
const endShown = 12;

export function FileName({ file, hasViewer }: FileNameProps) {
  const isOnlooker = useOnlooker() !== undefined;
  const [isOpen, setOpen] = useState(false);
  const [window, onWindow] = useState<FileWindow>({});
  const { name, deviceId } = file;
  const base = name.split("/").at(-1) ?? name;
  const shown = (
    <>
      <span className="cut">{base.slice(0, -endShown)}</span>
      <span>{base.slice(-endShown)}</span>
    </>
  );
  if (!hasViewer || isOnlooker || !isReadable(file))
    return (
      <DeviceLink className="cut-middle" deviceId={deviceId} tab="files" title={name}>
        {shown}
      </DeviceLink>
    );
  return (
    <>
      <button type="button" className="as-link cut-middle" title={name} onClick={() => setOpen(true)}>
        {shown}
      </button>
      {isOpen && (
        <Suspense>
          <FileViewer
            {...{ deviceId, window, onWindow }}
            file={file as FileRecord}
            onClose={() => {
              setOpen(false);
              onWindow({});
            }}
          />
        </Suspense>
      )}
    </>
  );
}
