import { type DashboardRecord, typeDashboard } from "@heliograph/contract";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { dashboard, dashboardList, saveDashboard } from "../../api/dashboards.ts";
import { deviceType } from "../../api/device-types.ts";
import { useMessages } from "../../i18n/messages.tsx";

/** Makes the dashboard a type describes, in the language of who makes it. */
export function useTypeDashboard(): (typeId: string, projectId?: string) => Promise<DashboardRecord> {
  const { typeDashboard: words } = useMessages().dashboards;
  const client = useQueryClient();
  return async (typeId, projectId) => {
    const { id, name, channels } = await client.fetchQuery(deviceType(typeId));
    const { title, configuration } = typeDashboard({ id: id.id, name, channels }, words);
    return saveDashboard({ title, configuration, ...(projectId && { projectId: { id: projectId } }) });
  };
}

/** So many of the same name are looked at. */
const lookedAt = 5;

/** The dashboard that is about the devices of a type, with the name of the variable that stands for them; if there is one. */
export async function findTypeDashboard(
  client: QueryClient,
  tenantId: string,
  type: { readonly id: string; readonly name: string },
): Promise<{ readonly dashboardId: string; readonly variable: string } | undefined> {
  const { data } = await client.fetchQuery(dashboardList(tenantId, type.name, undefined, lookedAt));
  for (const { id } of data) {
    const found = typeVariable(await client.fetchQuery(dashboard(id.id)), type.id);
    if (found !== undefined) return { dashboardId: id.id, variable: found };
  }
  return undefined;
}

export const typeVariable = (
  { configuration }: Pick<DashboardRecord, "configuration">,
  typeId: string,
): string | undefined =>
  configuration.variables.find(
    (one) => one.kind === "DEVICE" && one.among?.kind === "TYPE" && one.among.deviceProfileId === typeId,
  )?.name;
