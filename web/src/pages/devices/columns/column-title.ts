import type { DeviceViewColumn } from "@heliograph/contract";
import type { Messages } from "../../../i18n/messages.tsx";

/** What a column is called; of a channel what its type calls it, where that is known. */
export function columnTitle(column: DeviceViewColumn, m: Messages, channel?: string): string {
  switch (column.kind) {
    case "FIELD":
      return fieldTitle(column.field, m);
    case "ATTRIBUTE":
      return column.key;
    default:
      return channel ?? column.key;
  }
}

const fieldTitle = (field: Extract<DeviceViewColumn, { kind: "FIELD" }>["field"], m: Messages): string =>
  ({
    alarm: m.deviceList.alarm,
    type: m.common.type,
    project: m.projects.project,
    label: m.devices.label,
    serialNumber: m.devices.serial,
    firmwareVersion: m.devices.firmware,
    createdTime: m.device.createdTime,
    lastActivityTime: m.devices.lastContact,
  })[field];
