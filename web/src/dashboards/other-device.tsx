import type { Widget } from "@heliograph/contract";
import { Link } from "@tanstack/react-router";
import { useMessages } from "../i18n/messages.tsx";
import { useShownDashboard } from "./shown-dashboard.tsx";

/** Into the editor, for who may. */
export function EditLink() {
  const m = useMessages();
  const dashboardId = useShownDashboard()?.editableId;
  if (dashboardId === undefined) return null;
  return (
    <Link
      className="button"
      to="/dashboards/$dashboardId/edit"
      params={{ dashboardId }}
      search={(before: object) => before}
    >
      {m.common.edit}
    </Link>
  );
}

/** The way on where the devices of a widget are gone: to the variable it is about, or into the editor [DSH4]. */
export function OtherDevice({ widget: { options } }: { readonly widget: Widget }) {
  const m = useMessages();
  const devices = "devices" in options ? options.devices : undefined;
  if (devices?.kind !== "VARIABLE") return <EditLink />;
  return (
    <button type="button" className="button" onClick={() => chosenBy(devices.name)?.focus()}>
      {m.dashboards.chooseOther}
    </button>
  );
}

/** Where the page says what a variable is; two of one name are refused. */
const chosenBy = (variable: string): HTMLElement | null =>
  document.querySelector(`[data-variable="${CSS.escape(variable)}"]`);
