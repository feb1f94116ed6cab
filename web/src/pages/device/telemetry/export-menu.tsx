import { useState } from "react";
import { exportLines, exportTable } from "../../../api/telemetry.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import type { ShownTime } from "../../../time-range/shown-time.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { saveBlob } from "../../../ui/save-blob.ts";
import { ErrorNote } from "../../../ui/states.tsx";
import { exportName } from "./export-name.ts";

interface ExportMenuProps {
  readonly deviceId: string;
  /** Of the device, once it is known. */
  readonly name: string | undefined;
  readonly keys: readonly string[];
  readonly window: ShownTime;
}

/** What is shown as a file: a table for people, or a line for each value as programs want it. */
export function ExportMenu({ deviceId, name, keys, window: { from, to } }: ExportMenuProps) {
  const m = useMessages();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const save = async (read: typeof exportTable) => {
    setBusy(true);
    setError(undefined);
    await read({ deviceId, keys, from, to })
      .then((blob) => saveBlob(blob, exportName(name ?? deviceId, from, to)))
      .catch(setError);
    setBusy(false);
  };
  const item = (words: string, hint: string, read: typeof exportTable) => (
    <button
      type="button"
      className="menu-item export-choice"
      data-closes
      disabled={isBusy}
      onClick={() => void save(read)}
    >
      <Icon name="download" />
      <span>
        {words}
        <small>{hint}</small>
      </span>
    </button>
  );
  const button = (
    <>
      <Icon name="download" /> {isBusy ? m.telemetry.exporting : m.telemetry.exportCsv}
    </>
  );
  return (
    <>
      <div className="export-menu">
        <Menu label="" className="button" button={button}>
          {item(m.telemetry.asTable, m.telemetry.asTableHint, exportTable)}
          {item(m.telemetry.asLines, m.telemetry.asLinesHint, exportLines)}
        </Menu>
      </div>
      <ErrorNote error={error} />
    </>
  );
}
