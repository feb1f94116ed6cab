import type { MaintenanceWindowRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { typeList } from "../../api/device-types.ts";
import { device } from "../../api/devices.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useProjects } from "../../shell/use-project.ts";
import { CardTable } from "../../ui/card-table.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import { HistoryButton } from "../audit/history-dialog.tsx";
import { windowState, windowText } from "./window-text.ts";

/** Types of which the names are known at once. */
export const typesNamed = 1_000;

/** The dialog that is open. */
export type OpenWindow =
  | { readonly kind: "add" }
  | { readonly kind: "edit" | "delete"; readonly window: MaintenanceWindowRecord };

interface WindowTableProps {
  readonly windows: readonly MaintenanceWindowRecord[];
  readonly mayPlan: boolean;
  readonly onOpen: (open: OpenWindow) => void;
}

export function WindowTable({ windows, mayPlan, onOpen }: WindowTableProps) {
  const m = useMessages();
  return (
    <CardTable className="maintenance-table">
      <thead>
        <tr>
          <th>{m.common.name}</th>
          <th>{m.maintenance.when}</th>
          <th>{m.maintenance.forWhat}</th>
          <th>{m.maintenance.state}</th>
          <th className="right">{m.common.actions}</th>
        </tr>
      </thead>
      <tbody>
        {windows.map((window) => (
          <WindowRow key={window.id.id} window={window} mayPlan={mayPlan} onOpen={onOpen} />
        ))}
      </tbody>
    </CardTable>
  );
}

function WindowRow({ window, mayPlan, onOpen }: Omit<WindowTableProps, "windows"> & Pick<OfWindow, "window">) {
  const m = useMessages();
  const locale = useLocale();
  const when = windowText(window, m, locale);
  const state = windowState(window, Date.now());
  return (
    <tr>
      <td className="break">
        {window.name}
        {window.description && <small className="clamp soft">{window.description}</small>}
      </td>
      <td className="break">{when}</td>
      <td className="break">
        <ForWhat window={window} />
      </td>
      <td>
        <span className={state === "on" ? "badge maintenance-on" : "badge"}>{m.maintenance[state]}</span>
      </td>
      <td className="right nowrap">
        {mayPlan && (
          <>
            <RowButton
              icon="edit"
              label={m.common.edit}
              of={window.name}
              onClick={() => onOpen({ kind: "edit", window })}
            />
            <RowButton
              icon="trash"
              label={m.common.delete}
              of={window.name}
              onClick={() => onOpen({ kind: "delete", window })}
            />
          </>
        )}
        <HistoryButton type="MAINTENANCE_WINDOW" id={window.id.id} name={window.name} />
      </td>
    </tr>
  );
}

interface OfWindow {
  readonly window: MaintenanceWindowRecord;
}

/** All that is named, which has to fit all together. */
function ForWhat({ window: { deviceId, projectId, deviceProfileId, alarmType } }: OfWindow) {
  const m = useMessages();
  const projects = useProjects();
  const { data: types } = useQuery({ ...typeList("", typesNamed), enabled: deviceProfileId !== null });
  const nameIn = (list: readonly { id: { id: string }; name: string }[] | undefined, id: string) =>
    list ? (list.find((one) => one.id.id === id)?.name ?? m.maintenance.gone) : "…";
  const parts = [
    ...(projectId ? [nameIn(projects, projectId.id)] : []),
    ...(deviceProfileId ? [nameIn(types?.data, deviceProfileId.id)] : []),
    ...(alarmType === null ? [] : [alarmType]),
  ];
  if (!deviceId) return parts.length === 0 ? m.maintenance.forAll : parts.join(" · ");
  return (
    <>
      <DeviceLink deviceId={deviceId.id} />
      {parts.map((part) => ` · ${part}`)}
    </>
  );
}

function DeviceLink({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const { data, error } = useQuery(device(deviceId));
  if (error) return m.maintenance.gone;
  return (
    <Link to="/devices/$deviceId" params={{ deviceId }}>
      {data?.name ?? "…"}
    </Link>
  );
}
