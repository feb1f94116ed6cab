import type { DeviceViewColumn } from "@heliograph/contract";
import { lazy, Suspense, useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { DeviceListSearch } from "./device-list-search.ts";
import { columnsText } from "./look/columns-text.ts";

const ColumnDialog = lazy(async () => ({ default: (await import("./columns/column-dialog.tsx")).ColumnDialog }));

interface ListActionsProps {
  readonly search: DeviceListSearch;
  readonly columns: readonly DeviceViewColumn[];
  readonly onChange: (search: DeviceListSearch, isSameStep?: boolean) => void;
}

/** How the list looks: its columns and the height of its rows. */
export function ListActions({ search, columns, onChange }: ListActionsProps) {
  const m = useMessages();
  const [open, setOpen] = useState<{ readonly isChanged: boolean }>();
  const { rows, ...withoutRows } = search;
  return (
    <div className="row list-actions">
      {search.as !== "map" && (
        <>
          <button type="button" className="button wide-only" onClick={() => setOpen({ isChanged: false })}>
            <Icon name="types" /> {m.deviceList.columns} <span className="badge">{columns.length + 1}</span>
          </button>
          <button
            type="button"
            className="button wide-only"
            aria-pressed={rows === "compact"}
            onClick={() => onChange(rows === "compact" ? withoutRows : { ...search, rows: "compact" })}
          >
            <Icon name="menu" /> {m.deviceList.densities.compact}
          </button>
        </>
      )}
      {open && (
        <Suspense>
          <ColumnDialog
            columns={columns}
            onChange={(next) => {
              onChange({ ...search, cols: columnsText(next) }, open.isChanged); // one step for all of the dialog
              setOpen({ isChanged: true });
            }}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
