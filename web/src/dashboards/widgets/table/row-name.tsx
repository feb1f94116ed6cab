import type { ShownDevice } from "@heliograph/contract";
import { Link } from "@tanstack/react-router";
import { DeviceLink, useOnlooker } from "../../onlooker.tsx";
import { useShownDashboard } from "../../shown-dashboard.tsx";
import { type OpenedPage, openedPage } from "./opened-page.ts";

interface RowNameProps {
  readonly device: ShownDevice;
  /** A page of the dashboard; without, the device's own page is opened. */
  readonly opens: string | undefined;
}

/** A device as the head of a row: leads to where the widget says, with it. */
export function RowName({ device, opens }: RowNameProps) {
  const dashboard = useShownDashboard();
  const onlooker = useOnlooker();
  const opened = dashboard && opens !== undefined ? openedPage(dashboard, opens, device.id.id) : undefined;
  if (!opened) return <DeviceLink deviceId={device.id.id}>{device.name}</DeviceLink>;
  if (onlooker)
    return (
      <button type="button" className="as-link" onClick={() => onlooker.openPage(opened.page, opened.choice)}>
        {device.name}
      </button>
    );
  return (
    <Link to="." search={(before: Choice) => searchOf(before, opened)}>
      {device.name}
    </Link>
  );
}

type Choice = Partial<Pick<OpenedPage, "choice">>;

/** The time and what else was chosen stay as they are. */
const searchOf = (before: Choice, { page, choice }: OpenedPage): Choice & OpenedPage => ({
  ...before,
  page,
  choice: { ...before.choice, ...choice },
});
