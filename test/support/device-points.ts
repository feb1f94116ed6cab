import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { expectOk } from "./app.ts";
import type { RestClient } from "./rest-client.ts";

const lookAgainMs = 50;
const base = "/api/plugins/telemetry/DEVICE";

/** Points of a device, one per time, as a person with the REST API sends and sees them. */
export interface DevicePoints {
  /** The status a point of this time is answered with; 0 when the connection broke. */
  status(ts: number): Promise<number>;
  /** Until it is acknowledged: a busy machine may find its database away for a moment. */
  send(ts: number): Promise<void>;
  /** The times that are stored, in order. */
  stored(): Promise<number[]>;
}

export function devicePoints(admin: RestClient, device: string): DevicePoints {
  const status = async (ts: number): Promise<number> => {
    const sent = admin.post(`${base}/${device}/timeseries/ANY`, { ts, values: { a: ts } });
    return sent.then(
      (answer) => answer.status,
      () => 0,
    );
  };
  const range = "keys=a&startTs=0&endTs=9999999999999&orderBy=ASC&limit=9999";
  const read = () => admin.get(`${base}/${device}/values/timeseries?${range}`);
  return {
    status,
    send: (ts) => expect.poll(() => status(ts)).toBe(200),
    stored: async () => {
      let answer = await read();
      for (; answer.status === 503; answer = await read()) await sleep(lookAgainMs);
      return (expectOk(answer).json<{ a?: { ts: number }[] }>().a ?? []).map(({ ts }) => ts);
    },
  };
}
