import { Link } from "@tanstack/react-router";
import { useMessages } from "../i18n/messages.tsx";
import { useMay } from "../shell/current-user.ts";
import { pageNeeds } from "../shell/page-needs.ts";
import { Icon } from "../ui/icon.tsx";
import type { HeaderActionProps } from "./header-action.ts";

export function EditAction({ record, search }: HeaderActionProps) {
  const m = useMessages();
  if (!useMay()(pageNeeds.dashboardEditor)) return null;
  return (
    <Link className="button" to="/dashboards/$dashboardId/edit" params={{ dashboardId: record.id.id }} search={search}>
      <Icon name="edit" /> {m.common.edit}
    </Link>
  );
}
