import type { MaintenanceWindowRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteWindow, maintenanceWindows, windowsShown } from "../../api/maintenance.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ListCard } from "../../ui/list-card.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { WindowDialog } from "./window-dialog.tsx";
import { type OpenWindow, WindowTable } from "./window-table.tsx";

/** Times in which nobody is told of alarms of something that is worked on [ALM3]. */
export function MaintenancePage() {
  const m = useMessages();
  const mayPlan = useMay()("HANDLE_ALARMS");
  const client = useQueryClient();
  const [open, setOpen] = useState<OpenWindow>();
  const [limit, setLimit] = useState(windowsShown);
  const { data, error, refetch } = useQuery(maintenanceWindows(limit));
  const close = () => setOpen(undefined);
  const remove = async (window: MaintenanceWindowRecord) => {
    await deleteWindow(window.id.id);
    await client.invalidateQueries({ queryKey: ["maintenance-windows"] });
  };
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1>{m.maintenance.title}</h1>
          <p className="soft">{m.maintenance.text}</p>
        </div>
        {mayPlan && (
          <button type="button" className="button primary" onClick={() => setOpen({ kind: "add" })}>
            <Icon name="plus" /> {m.maintenance.add}
          </button>
        )}
      </div>
      <ListCard {...{ data, error, refetch }} onMore={() => setLimit(limit + windowsShown)}>
        {(rows) =>
          rows.length > 0 ? (
            <WindowTable windows={rows} mayPlan={mayPlan} onOpen={setOpen} />
          ) : (
            <EmptyState icon="maintenance" title={m.maintenance.emptyTitle} text={m.maintenance.emptyText} />
          )
        }
      </ListCard>
      {open?.kind === "add" && <WindowDialog onClose={close} />}
      {open?.kind === "edit" && <WindowDialog window={open.window} onClose={close} />}
      {open?.kind === "delete" && (
        <Confirm
          title={m.maintenance.deleteTitle}
          text={m.maintenance.deleteText(open.window.name)}
          action={m.common.delete}
          onConfirm={() => remove(open.window)}
          onClose={close}
        />
      )}
    </div>
  );
}
