import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { LoggedIn } from "../child-node.ts";

const rowsPerImport = 20_000;

export async function fillDevices(client: LoggedIn, count: number): Promise<void> {
  for (let from = 0; from < count; from += rowsPerImport) {
    const rows = Array.from({ length: Math.min(rowsPerImport, count - from) }, (_, index) => {
      const number = String(from + index).padStart(6, "0");
      return `logger-${number},type-${(from + index) % 10},Station ${number},SN${number},2.13.${(from + index) % 7}`;
    });
    const csv = ["name,type,label,serialNumber,firmwareVersion", ...rows].join("\n");
    await sent(client.post(`/api/tenants/${client.tenantId}/devices/import`, csv, "text/csv"));
  }
}

/** In flight at once: enough to keep the node busy, few enough to be taken. */
const valuesAtOnce = 24;

/** The newest value of some keys for every device, as a user would write them. */
export async function fillLatest(client: LoggedIn, keys: readonly string[]): Promise<void> {
  const answer = await sent(client.get(`/api/tenants/${client.tenantId}/devices?limit=-1`));
  const { data } = (await answer.json()) as { data: { id: { id: string } }[] };
  let next = 0;
  const write = async () => {
    for (let at = next++; at < data.length; at = next++) {
      const values = Object.fromEntries(keys.map((key, index) => [key, Math.round(Math.sin(at + index) * 1e4) / 100]));
      const path = `/api/plugins/telemetry/DEVICE/${data[at]?.id.id}/timeseries/ANY`;
      await taken(() => client.post(path, JSON.stringify(values), "application/json"));
    }
  };
  await Promise.all(Array.from({ length: valuesAtOnce }, write));
}

interface Telemetry {
  readonly channels: number;
  readonly points: number;
  readonly stepMs: number;
  readonly end: number;
}

const pointsPerMessage = 5_000;

/** A device with so many points of each of its channels; returns its id. */
export async function fillTelemetry(client: LoggedIn, { channels, points, stepMs, end }: Telemetry): Promise<string> {
  const body = JSON.stringify({ name: `zz measured ${channels} ${points} ${randomUUID()}` });
  const { id } = (await (await sent(client.post("/api/device", body, "application/json"))).json()) as {
    id: { id: string };
  };
  const keys = Array.from({ length: channels }, (_, index) => `c${index}`);
  const valuesAt = (at: number) =>
    Object.fromEntries(keys.map((key, index) => [key, index + Math.sin(at / (50 + index)) + Math.random() / 10]));
  const perMessage = Math.ceil(pointsPerMessage / channels);
  for (let from = 0; from < points; from += perMessage) {
    const message = Array.from({ length: Math.min(perMessage, points - from) }, (_, index) => ({
      ts: end - (points - from - index) * stepMs,
      values: valuesAt(from + index),
    }));
    const path = `/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`;
    const text = JSON.stringify(message);
    await taken(() => client.post(path, text, "application/json"));
  }
  return id.id;
}

/** A million points are more than a busy machine takes in at once: whoever is told to wait does. */
async function taken(send: () => Promise<Response>): Promise<void> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return void (await sent(Promise.resolve(answer)));
    await sleep(1_000);
  }
}

async function sent(response: Promise<Response>): Promise<Response> {
  const answer = await response;
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}
