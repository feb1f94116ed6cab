import type { DeviceViewInput, DeviceViewRecord } from "@heliograph/contract";
import type { DeviceView, DeviceViewProperties } from "../../../core/device-views/index.ts";
import type { DeviceViewId } from "../../../kernel/ids.ts";
import { projectIdIn, projectReferenceOf } from "./project-record.ts";

export const deviceViewIdOf = (text: string): DeviceViewId => text.toLowerCase() as DeviceViewId;

export const deviceViewRecordOf = (
  view: DeviceView,
  { own, mayChange }: Pick<DeviceViewRecord, "own" | "mayChange">,
): DeviceViewRecord => ({
  id: { entityType: "DEVICE_VIEW", id: view.id },
  createdTime: view.createdTime,
  tenantId: { entityType: "TENANT", id: view.tenantId },
  projectId: projectReferenceOf(view.projectId),
  name: view.name,
  shared: view.isShared,
  own,
  mayChange,
  version: view.version,
  look: view.look,
});

export const viewPropertiesOf = ({ name, projectId, shared, look }: DeviceViewInput): DeviceViewProperties => ({
  name,
  projectId: projectIdIn(projectId ?? undefined),
  isShared: shared ?? false,
  look,
});
