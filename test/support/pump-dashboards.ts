import { type DashboardConfiguration, type DashboardRecord, emptyConfiguration } from "@heliograph/contract";
import { expectOk } from "./app.ts";
import { fresh, type Stage } from "./web-stories.ts";

const channels = [
  { key: "bearing", name: "Bearing", unit: "Cel", decimals: 1, limits: { warnAbove: 80, alarmAbove: 90 } },
  { key: "state", name: "State", states: [{ value: "on", name: "running" }] },
];

/** What stories of dashboards begin with. */
export function pumpDashboards(stage: Stage) {
  /** A device of a new type that has sent something. */
  async function pump(): Promise<{ readonly type: string; readonly id: string }> {
    const { admin } = stage.tenant;
    const type = fresh("Pump");
    expectOk(await admin.post("/api/deviceProfile", { name: type, channels }));
    const { id } = await stage.app.device(stage.tenant, { type });
    await send(id.id, { bearing: 95.12, state: "on" });
    return { type, id: id.id };
  }

  async function send(id: string, values: object): Promise<void> {
    expectOk(await stage.tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, values));
  }

  /** A dashboard, by its path. */
  async function saved(configuration: Partial<DashboardConfiguration>): Promise<string> {
    const body = {
      title: fresh("<img src=x onerror=alert(1)>"),
      configuration: { ...emptyConfiguration(), ...configuration },
    };
    const made = expectOk(await stage.tenant.admin.post("/api/dashboard", body)).json<DashboardRecord>();
    return `/dashboards/${made.id.id}`;
  }

  async function read(path: string): Promise<DashboardRecord> {
    return expectOk(await stage.tenant.admin.get(`/api/dashboard/${path.split("/").at(-1)}`)).json<DashboardRecord>();
  }

  return { pump, send, saved, read };
}
