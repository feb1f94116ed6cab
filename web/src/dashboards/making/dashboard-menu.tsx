import type { DashboardInfo } from "@heliograph/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { dashboard, deleteDashboard, exportDashboard, saveDashboard } from "../../api/dashboards.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { saveBlob } from "../../ui/save-blob.ts";
import { ErrorNote } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { useMakingWords } from "./words.ts";

interface MenuProps {
  readonly info: DashboardInfo;
  readonly mayEdit: boolean;
}

/** What can be done with a dashboard of the list; who only looks at it can take it along [DSH2]. */
export function DashboardMenu({ info, mayEdit }: MenuProps) {
  const w = useMakingWords();
  const client = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const { title, projectId } = info;
  const dashboardId = info.id.id;
  const changed = () => client.invalidateQueries({ queryKey: ["dashboards"] });
  const duplicating = useMutation({
    mutationFn: async () => {
      const { configuration } = await client.fetchQuery(dashboard(dashboardId));
      await saveDashboard({ title: w.copyTitle(title), configuration, projectId });
      await changed();
      toast(w.duplicated);
    },
  });
  const exporting = useMutation({
    mutationFn: async () => {
      const file = JSON.stringify(await exportDashboard(dashboardId), null, 2);
      saveBlob(new Blob([file], { type: "application/json" }), `${title}.json`);
    },
  });
  const remove = async () => {
    await deleteDashboard(dashboardId);
    await changed();
    toast(w.deleted);
  };
  return (
    <>
      <Menu label={w.actionsOf(title)} button={<Icon name="more" />}>
        {mayEdit && (
          <>
            <Link className="menu-item" to="/dashboards/$dashboardId/edit" params={{ dashboardId }} search={{}}>
              <Icon name="edit" /> {w.edit}
            </Link>
            <button type="button" className="menu-item" data-closes onClick={() => duplicating.mutate()}>
              <Icon name="copy" /> {w.duplicate}
            </button>
          </>
        )}
        <button type="button" className="menu-item" data-closes onClick={() => exporting.mutate()}>
          <Icon name="download" /> {w.export}
        </button>
        {mayEdit && (
          <button type="button" className="menu-item bad" data-closes onClick={() => setDeleting(true)}>
            <Icon name="trash" /> {w.delete}
          </button>
        )}
      </Menu>
      <ErrorNote error={duplicating.error ?? exporting.error} />
      {isDeleting && (
        <Confirm
          title={w.deleteTitle(title)}
          text={w.deleteText}
          action={w.delete}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}
