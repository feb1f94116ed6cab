import { acknowledgedOnly } from "./alive.ts";
import type { Life } from "./party.ts";

export interface Device {
  readonly id: string;
  readonly token: string;
}

export async function makeDevice({ admin }: Life, name: string): Promise<Device> {
  const { id } = acknowledgedOnly(await admin.post("/api/device", { name })).json<{ id: { id: string } }>().id;
  const { credentialsId } = acknowledgedOnly(await admin.get(`/api/device/${id}/credentials`)).json<{
    credentialsId: string;
  }>();
  return { id, token: credentialsId };
}

export type Points = Readonly<Record<string, readonly { readonly ts: number; readonly value: string }[]>>;

const dayMs = 86_400_000;

export async function pointsOf({ admin }: Life, { id }: Device, keys: readonly string[]): Promise<Points> {
  const query = `keys=${keys.join(",")}&startTs=0&endTs=${Date.now() + dayMs}&limit=10000000`;
  return acknowledgedOnly(
    await admin.get(`/api/plugins/telemetry/DEVICE/${id}/values/timeseries?${query}`),
  ).json<Points>();
}
