import type { DeviceMove, ProjectInput } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

/** Every project one may see; so many as a setting of the server allows. */
export const projectList = (tenantId: string) =>
  queryOptions({
    queryKey: ["projects", tenantId],
    queryFn: () => api.projects.list({ tenantId, limit: -1 }),
    staleTime: 10_000,
  });

export const saveProject = (input: ProjectInput) => api.projects.save({ body: input });

export const deleteProject = (projectId: string) => api.projects.remove({ projectId });

export const moveDevices = (tenantId: string, body: DeviceMove) => api.devices.move({ tenantId, body });
