import type { DeviceViewColumn } from "@heliograph/contract";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { ActivityDot } from "../../ui/activity.tsx";
import { Ago } from "../../ui/time.tsx";
import { AlarmCell } from "./columns/alarm-cell.tsx";
import { Cell } from "./columns/cells.tsx";
import type { LineProps } from "./device-line.tsx";

type Valued = Extract<DeviceViewColumn, { kind: "LATEST" | "HISTORY" }>;

/** The first value and the first line that the columns show. */
export const onCard = (columns: readonly DeviceViewColumn[]) => ({
  value: columns.find((one): one is Extract<Valued, { kind: "LATEST" }> => one.kind === "LATEST"),
  line: columns.find((one): one is Extract<Valued, { kind: "HISTORY" }> => one.kind === "HISTORY"),
});

/** A device on a phone: its name, what it measures, and its alarm. */
export const DeviceCard = memo(function DeviceCard({ device, columns, latestOf, menu: _, ...cells }: LineProps) {
  const { value, line } = onCard(columns);
  const latest = (key: string) => latestOf(device.id.id, key, cells.values);
  return (
    <>
      <div className="device-name" role="cell">
        <ActivityDot isActive={device.active} />
        <Link to="/devices/$deviceId" params={{ deviceId: device.id.id }} className="cut" title={device.name}>
          {device.name}
        </Link>
      </div>
      {line && (
        <div role="cell" className="card-line">
          <Cell column={line} device={device} latest={latest} {...cells} />
        </div>
      )}
      <div role="cell" className="card-value">
        {value ? (
          <Cell column={value} device={device} latest={latest} {...cells} headOf={() => undefined} />
        ) : (
          device.lastActivityTime !== null && (
            <span className="soft">
              <Ago ms={device.lastActivityTime} />
            </span>
          )
        )}
      </div>
      <div role="cell" className="card-second cut">
        {device.alarmSeverity ? (
          <AlarmCell severity={device.alarmSeverity} alarms={cells.values?.alarms} />
        ) : (
          <span className="soft">{[device.type, device.label].filter(Boolean).join(" · ")}</span>
        )}
      </div>
    </>
  );
});
