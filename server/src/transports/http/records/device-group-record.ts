import type { DeviceGroupInput, DeviceGroupRecord } from "@heliograph/contract";
import type { DeviceGroup } from "../../../core/device-groups/index.ts";

export const deviceGroupRecordOf = (group: DeviceGroup): DeviceGroupRecord => ({
  id: { entityType: "DEVICE_GROUP", id: group.id },
  createdTime: group.createdTime,
  tenantId: { entityType: "TENANT", id: group.tenantId },
  name: group.name,
  description: group.description,
  filter: group.filter,
  version: group.version,
});

export const groupPropertiesOf = ({ name, description, filter }: DeviceGroupInput) => ({
  name,
  description: description || null,
  filter,
});
