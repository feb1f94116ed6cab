import { setTimeout as sleep } from "node:timers/promises";
import type { CheckedRule } from "@heliograph/contract";
import pg from "pg";
import { expect } from "vitest";
import { shardOf } from "../../server/src/core/cluster/index.ts";
import type { DeviceId } from "../../server/src/kernel/ids.ts";
import { expectOk } from "../support/app.ts";
import { createDevice } from "../support/crash-node.ts";
import type { NodeProcess } from "../support/node-process.ts";
import { RawMqtt } from "../support/raw-mqtt.ts";
import type { RestClient } from "../support/rest-client.ts";

const topic = "v1/devices/me/telemetry";
const session = { clean: false, clientId: "kept" };
const message = { cmd: "publish", topic, qos: 2, messageId: 7, retain: false, payload: '{"once":1}' } as const;
const poll = { timeout: 30_000, interval: 100 };
/** Rules cannot write what they decided, sessions cannot note receipts, calculated channels are not read. */
const holdUp = `lock table rule_transitions in exclusive mode; lock table mqtt_sessions in exclusive mode;
  lock table calculated_channels in access exclusive mode`;
/** What a process asked for that is gone does not happen when it could. */
const endWaiting = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

const valuesOf = async (admin: RestClient, id: string, key: string): Promise<number[]> => {
  const range = "startTs=0&endTs=9000000000000&limit=1000&orderBy=ASC&useStrictDataTypes=true";
  const answer = await admin.get(`/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=${key}&${range}`);
  return (expectOk(answer).json<Record<string, { value: number }[]>>()[key] ?? []).map(({ value }) => value);
};

/** A node that dies with points in its log that its rules, its calculated channels and the session of a device have not seen. */
export class LeftBehind {
  readonly #admin: RestClient;
  readonly #device: { readonly id: string; readonly token: string };
  readonly #rule: string;

  /** Whatever the node has `owner` for a name. */
  static async arrange(admin: RestClient, url: string, owner: string): Promise<LeftBehind> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const isOwned = `select 1 from points_shard s join cluster_member m on m.node = s.owner where s.id = $1 and m.place = $2`;
    for (let at = 0; ; at++) {
      const device = await createDevice(admin, `left behind by ${owner} ${at}`);
      const { rows } = await client.query(isOwned, [shardOf(device.id as DeviceId), owner]);
      if (rows.length === 0) continue;
      await client.end();
      return new LeftBehind(admin, device, await makeRule(admin, device.id));
    }
  }

  private constructor(admin: RestClient, device: { id: string; token: string }, rule: string) {
    [this.#admin, this.#device, this.#rule] = [admin, device, rule];
  }

  /** `stop` ends or freezes the node the device is at and belongs to. */
  async leave(url: string, node: NodeProcess, stop: () => Promise<unknown>): Promise<void> {
    await this.#send(1, 90);
    await this.#send(2, 10);
    await expect.poll(() => this.#transitions(), poll).toEqual(["RAISED", "CLEARED"]);
    await expect.poll(() => valuesOf(this.#admin, this.#device.id, "double"), poll).toEqual([180, 20]);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await using raw = await RawMqtt.connected(node.mqttPort, this.#device.token, 4, session);
    await client.query(`begin; ${holdUp}`);
    await this.#haveChannelsRead();
    await this.#send(3, 91);
    await this.#send(4, 11);
    await this.#send(5, 92);
    raw.send({ ...message, dup: false });
    await expect.poll(() => valuesOf(this.#admin, this.#device.id, "once"), poll).toEqual([1]);
    await stop();
    await client.query(endWaiting);
    await client.query("rollback");
    await client.end();
  }

  /** The device comes back to another node and sends what it has no answer for again. */
  async expectSeen(node: NodeProcess): Promise<void> {
    await using raw = await letIn(node.mqttPort, this.#device.token);
    raw.send({ ...message, dup: true });
    await raw.next("pubrec");
    await expect.poll(() => this.#transitions(), poll).toEqual(["RAISED", "CLEARED", "RAISED", "CLEARED", "RAISED"]);
    await expect.poll(() => valuesOf(this.#admin, this.#device.id, "double"), poll).toEqual([180, 20, 182, 22, 184]);
    expect(await valuesOf(this.#admin, this.#device.id, "once"), "sent again and stored twice").toEqual([1]);
    await this.#send(6, 12);
    await expect.poll(async () => (await this.#transitions()).length, poll).toBe(6);
  }

  /** The node that was away is gone for good: what it had in mind does not happen. */
  async expectNothingMore(): Promise<void> {
    expect(await this.#transitions()).toHaveLength(6);
    const alarms = await this.#admin.get(`/api/alarm/DEVICE/${this.#device.id}`);
    const all = expectOk(alarms).json<{ data: { cleared: boolean }[] }>().data;
    expect(all.filter(({ cleared }) => !cleared)).toEqual([]);
    expect(all).toHaveLength(3);
  }

  /** A type is saved as it is: calculated channels are read anew, which waits. */
  async #haveChannelsRead(): Promise<void> {
    const { id } = (await this.#admin.get("/api/deviceProfileInfo/default")).json<{ id: { id: string } }>();
    const type = expectOk(await this.#admin.get(`/api/deviceProfile/${id.id}`)).json<object>();
    expectOk(await this.#admin.post("/api/deviceProfile", type));
    await sleep(300); // the other node hears of it
  }

  async #send(ts: number, hot: number): Promise<void> {
    const path = `/api/plugins/telemetry/DEVICE/${this.#device.id}/timeseries/ANY`;
    expectOk(await this.#admin.post(path, { ts, values: { hot } }));
  }

  async #transitions(): Promise<(string | null)[]> {
    const answer = await this.#admin.get(`/api/rule/${this.#rule}/transitions?limit=-1`);
    return expectOk(answer)
      .json<{ data: { occasion: string | null }[] }>()
      .data.map(({ occasion }) => occasion)
      .reverse();
  }
}

/** As a device does: one whose session another node may still have is put off, closed without a word, and tries again [MQ7]. */
async function letIn(port: number, token: string): Promise<RawMqtt> {
  const end = performance.now() + poll.timeout;
  for (;;) {
    try {
      return await RawMqtt.connected(port, token, 4, session);
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(poll.interval);
    }
  }
}

async function makeRule(admin: RestClient, deviceId: string): Promise<string> {
  const definition = {
    scope: { kind: "DEVICE", deviceIds: [deviceId] },
    inputs: [{ kind: "TELEMETRY", name: "t", key: "hot" }],
    steps: [{ severity: "MAJOR", when: { kind: "COMPARE", input: "t", comparison: "GREATER", value: 80 } }],
    late: { afterMs: 86_400_000, policy: "COUNT" },
    alarmType: "Too hot",
    actions: [],
  };
  const rule = expectOk(await admin.post("/api/rule", { name: `left behind ${deviceId}`, mode: "LIVE", definition }));
  const double = {
    ...{ scope: { kind: "DEVICE", deviceId }, key: "double", name: "Double" },
    ...{ inputs: [{ kind: "CHANNEL", name: "t", key: "hot", maxAgeMs: 60_000 }], expression: "t * 2.0" },
  };
  expectOk(await admin.post("/api/calculatedChannel", { definition: double }));
  return rule.json<CheckedRule>().id.id;
}
