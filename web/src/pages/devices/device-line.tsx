import type { DeviceRecord, DeviceViewColumn } from "@heliograph/contract";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { ActivityDot } from "../../ui/activity.tsx";
import { SeverityMark } from "../../ui/severity.tsx";
import { Cell, type CellProps } from "./columns/cells.tsx";
import { isRight } from "./columns/column-shape.ts";
import { columnId } from "./look/columns-text.ts";
import { RowMenu, type RowMenuProps } from "./row-menu.tsx";
import type { RowValues } from "./values/row-values.ts";

export interface LineProps extends Omit<CellProps, "latest" | "device"> {
  readonly device: DeviceRecord;
  readonly columns: readonly DeviceViewColumn[];
  readonly latestOf: (deviceId: string, key: string, read: RowValues | undefined) => ReturnType<CellProps["latest"]>;
  readonly menu: Omit<RowMenuProps, "device">;
}

/** Links away from the list: their text is not what a row is about. */
const isPlain = (column: DeviceViewColumn): boolean =>
  column.kind === "FIELD" && column.field !== "alarm" && column.field !== "type";

/** The cells of one device. Drawn again only where something of it is another. */
export const DeviceLine = memo(function DeviceLine({ device, columns, latestOf, menu, ...cells }: LineProps) {
  const latest = (key: string) => latestOf(device.id.id, key, cells.values);
  const hasAlarmColumn = columns.some((one) => one.kind === "FIELD" && one.field === "alarm");
  return (
    <>
      <div className="device-name" role="cell">
        <ActivityDot isActive={device.active} />
        <Link to="/devices/$deviceId" params={{ deviceId: device.id.id }} className="cut" title={device.name}>
          {device.name}
        </Link>
        {!hasAlarmColumn && device.alarmSeverity && <SeverityMark severity={device.alarmSeverity} />}
      </div>
      {columns.map((column) => (
        <div
          key={columnId(column)}
          role="cell"
          className={`cut${isRight(column) ? " right" : ""}${isPlain(column) ? " soft" : ""}`}
        >
          <Cell column={column} device={device} latest={latest} {...cells} />
        </div>
      ))}
      <div role="cell">
        <RowMenu device={device} {...menu} />
      </div>
    </>
  );
});
