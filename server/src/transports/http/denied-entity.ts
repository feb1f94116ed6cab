import type { FastifyRequest } from "fastify";
import { reachFor } from "../../core/access/index.ts";
import type { AuditedAct } from "../../core/audit/index.ts";
import type { DeviceTypes } from "../../core/device-types/index.ts";
import type { Devices } from "../../core/devices/index.ts";
import type { Projects } from "../../core/projects/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { projectIdOf } from "./records/project-record.ts";
import { deviceIdOf, deviceTypeIdOf } from "./route-ids.ts";

interface EntityParts {
  readonly devices: Pick<Devices, "require">;
  readonly projects: Pick<Projects, "require">;
  readonly deviceTypes: Pick<DeviceTypes, "requireInfo">;
}

/** What a path names, where the caller may read it: so its history shows what was tried on it [AUD1]. */
export const deniedEntityIn =
  ({ devices, projects, deviceTypes }: EntityParts) =>
  async ({ params, principal }: FastifyRequest): Promise<AuditedAct["entity"] | undefined> => {
    const reach = principal?.permissions.has("VIEW_DEVICES") ? reachFor(principal, ["VIEW_DEVICES"]) : undefined;
    const { deviceId, projectId, deviceProfileId } = params as Readonly<Record<string, string | undefined>>;
    if (!reach) return undefined;
    try {
      if (isId(deviceId)) return named("DEVICE", await devices.require(reach, deviceIdOf(deviceId)));
      if (isId(projectId)) return named("PROJECT", await projects.require(reach, projectIdOf(projectId)));
      if (!isId(deviceProfileId)) return undefined;
      const typeId = deviceTypeIdOf(deviceProfileId);
      return named("DEVICE_PROFILE", await deviceTypes.requireInfo(reach.tenantId, typeId));
    } catch (error) {
      if (error instanceof AppError && error.fault === "not-found") return undefined;
      throw error;
    }
  };

/** The door is before the check of the form. */
const isId = (text: string | undefined): text is string => text !== undefined && /^[0-9a-f-]{36}$/i.test(text);

const named = <T extends AuditedAct["entity"]["type"]>(type: T, { id, name }: { id: string; name: string }) => ({
  type,
  id,
  name,
});
