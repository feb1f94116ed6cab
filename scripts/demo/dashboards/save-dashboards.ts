import { requireId, type Stage } from "../stage.ts";
import { testFieldDashboard, testFieldTitle } from "./test-field.ts";
import { vehicleDashboard, vehicleTitle } from "./vehicle.ts";

export interface SavedDashboards {
  readonly testFieldId: string;
  readonly vehicleId: string;
}

/** The one of the field is what opens first. */
export async function saveDashboards(stage: Stage): Promise<SavedDashboards> {
  const { api, fieldId, projectIds } = stage;
  const saved = async (title: string, projectId: string, configuration: ReturnType<typeof testFieldDashboard>) =>
    (await api.dashboards.save({ body: { title, projectId: { entityType: "PROJECT", id: projectId }, configuration } }))
      .id;
  const testField = await saved(testFieldTitle, fieldId, testFieldDashboard(stage));
  const vehicle = await saved(vehicleTitle, requireId(projectIds, "Vehicles"), vehicleDashboard(stage));
  await api.dashboards.setTenantHome({ body: { dashboardId: testField } });
  return { testFieldId: testField.id, vehicleId: vehicle.id };
}
