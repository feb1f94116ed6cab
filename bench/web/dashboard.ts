import { emptyConfiguration, gridColumns } from "@heliograph/contract";
import type { LoggedIn } from "../child-node.ts";

export const keysOf = (channels: number): readonly string[] => Array.from({ length: channels }, (_, at) => `c${at}`);

/** A dashboard of charts and numbers in turns, five in a row; answers with its id. */
export async function fillDashboard(
  client: LoggedIn,
  deviceId: string,
  keys: readonly string[],
  count: number,
  from = "now-6h",
): Promise<string> {
  const devices = { kind: "DEVICES", deviceIds: [deviceId] };
  const key = (at: number) => keys[Math.floor(at / 2) % keys.length] ?? "";
  const widget = (at: number) =>
    at % 2 === 0
      ? { kind: "TIME_SERIES", version: 1, title: `w${at}`, options: { devices, channels: [{ key: key(at) }] } }
      : { kind: "VALUE", version: 1, title: `w${at}`, options: { devices, channel: { key: key(at) } } };
  const numbers = Array.from({ length: count }, (_, at) => at);
  const w = Math.floor(gridColumns / 5);
  const layout = numbers.map((at) => ({ widget: `w${at}`, x: (at % 5) * w, y: Math.floor(at / 5) * 8, w, h: 8 }));
  const widgets = Object.fromEntries(numbers.map((at) => [`w${at}`, widget(at)]));
  const pages = [{ id: "all", title: "All", layout }];
  const configuration = { ...emptyConfiguration(), time: { from, to: "now" }, widgets, pages };
  const body = JSON.stringify({ title: "bench", configuration });
  const answer = await client.post("/api/dashboard", body, "application/json");
  if (!answer.ok) throw new Error(`the dashboard was refused: ${await answer.text()}`);
  return ((await answer.json()) as { id: { id: string } }).id.id;
}
