import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Permission } from "@heliograph/contract";
import { expect, test } from "vitest";
import WebSocket, { WebSocketServer } from "ws";
import type { Principal } from "../../core/access/index.ts";
import { TelemetryFeed } from "../../core/telemetry/index.ts";
import { newId } from "../../kernel/ids.ts";
import { readConfig } from "../../settings/config.ts";
import { Connection, type LiveHub } from "./connection.ts";
import { Watchers } from "./watchers.ts";

/** A connection between real sockets, and a user whose permissions the test decides. */
async function connect(permissions: () => Permission[]) {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const sockets = new WebSocketServer({ server });
  const accepted = once(sockets, "connection");
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [[socket]] = (await Promise.all([accepted, once(client, "open")])) as [[WebSocket], unknown];
  const tenantId = newId<never>();
  const principal = (): Principal => ({
    credential: { kind: "session", id: newId() },
    keyName: undefined,
    userId: newId(),
    username: "ada",
    authorityId: "the same" as never,
    role: "VIEWER",
    tenantId,
    permissions: new Set(permissions()),
    grants: [{ permissions: new Set(permissions()), projects: "all" }],
    openedUntil: undefined,
  });
  const hub: LiveHub = {
    callers: { authenticate: async () => principal(), again: async () => principal() },
    sources: {
      inbox: { unread: async () => 0 },
      alarmSource: { some: async () => [] },
      devices: { require: async () => ({ active: true, lastActivityTime: null }) as never },
      attributes: { read: async () => [] },
      telemetryStore: { latest: async () => new Map() },
      telemetryFeed: new TelemetryFeed(() => undefined),
      dashboardData: { watched: async () => ({ devices: new Map(), isFixed: true }) },
    },
    links: {} as LiveHub["links"],
    limits: readConfig([], {}).config,
    admits: () => true,
    devices: new Watchers(),
    alarms: new Watchers(),
    inboxes: new Watchers(),
    pages: new Watchers(),
    left: () => undefined,
    failed: (error) => {
      throw error;
    },
  };
  const connection = new Connection(socket, hub, {
    address: "192.0.2.7",
    known: () => undefined,
    endSoon: () => undefined,
  });
  const frames: Record<string, unknown>[] = [];
  client.on("message", (data) => frames.push(JSON.parse(String(data))));
  const exchange = async (frame: object) => {
    client.send(JSON.stringify(frame));
    await once(client, "message");
  };
  const dispose = async () => {
    client.terminate();
    sockets.close();
    await new Promise((resolve) => server.close(resolve));
  };
  return { connection, client, frames, exchange, [Symbol.asyncDispose]: dispose };
}

test("[TEL7] a permission that is lost ends what it was needed for, and nothing else", async () => {
  let held: Permission[] = ["VIEW_DEVICES", "VIEW_TELEMETRY"];
  await using at = await connect(() => held);
  const deviceId = newId<never>();
  await at.exchange({ type: "auth", token: "any" });
  await at.exchange({ type: "subscribe", id: 1, deviceId, telemetry: true });
  await at.exchange({ type: "subscribe", id: 2, deviceId, activity: true });

  held = ["VIEW_DEVICES"];
  await at.connection.recheck();
  await once(at.client, "message");
  await at.exchange({ type: "ping" });

  expect(at.frames.slice(3)).toMatchObject([{ type: "ended", id: 1, code: "PERMISSION_DENIED" }, { type: "pong" }]);
});

test("a client that answers stays, one that has fallen silent is cut off at the second heartbeat", async () => {
  await using at = await connect(() => []);
  await at.exchange({ type: "auth", token: "any" });
  at.connection.heartbeat();
  await once(at.client, "ping");
  await at.exchange({ type: "ping" });

  at.connection.heartbeat();
  expect(at.connection.isOpen).toBe(true);
  at.client.pause();
  at.connection.heartbeat();
  at.connection.heartbeat();

  expect(at.connection.isOpen).toBe(false);
});
