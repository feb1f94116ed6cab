import type { DeviceRecord } from "@heliograph/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { deviceType } from "../../api/device-types.ts";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { pageNeeds } from "../../shell/page-needs.ts";
import { Icon } from "../../ui/icon.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { findTypeDashboard, typeVariable, useTypeDashboard } from "./use-type-dashboard.ts";
import { useMakingWords } from "./words.ts";

/** The dashboard of its type, for this device; made when it is wanted for the first time, by who may [DSH5]. */
export function TypeDashboardButton({ device }: { readonly device: DeviceRecord }) {
  const w = useMakingWords();
  const may = useMay();
  const tenantId = useTenantId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const make = useTypeDashboard();
  const typeId = device.deviceProfileId.id;
  const mayMake = may(pageNeeds.dashboardEditor);
  const opening = useMutation({
    mutationFn: async () => {
      const { name } = await client.fetchQuery(deviceType(typeId));
      const found = await findTypeDashboard(client, tenantId, { id: typeId, name });
      const there = found ?? (mayMake ? await made() : undefined);
      if (!there) return navigate({ to: "/dashboards" });
      const { dashboardId, variable } = there;
      return navigate({
        to: "/dashboards/$dashboardId",
        params: { dashboardId },
        search: { choice: { [variable]: device.id.id } },
      });
    },
  });
  async function made() {
    const record = await make(typeId);
    void client.invalidateQueries({ queryKey: ["dashboards"] });
    return { dashboardId: record.id.id, variable: typeVariable(record, typeId) ?? "" };
  }
  if (!may(pageNeeds.dashboards)) return null;
  return (
    <>
      <button
        type="button"
        className="button"
        title={w.openForText}
        disabled={opening.isPending}
        onClick={() => opening.mutate()}
      >
        <Icon name="dashboards" /> {w.openFor}
      </button>
      <ErrorNote error={opening.error} />
    </>
  );
}
