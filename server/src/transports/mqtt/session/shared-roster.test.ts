import { expect, test } from "vitest";
import { MemoryServer, MemoryWire } from "../../../../../test/support/memory-wire.ts";
import type { ClusterOfNode } from "../../../core/cluster/index.ts";
import { NodeLine } from "../../../core/node-line/index.ts";
import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import { LocalRoster, type Seat } from "./roster.ts";
import { SharedRoster } from "./shared-roster.ts";

const nodes = ["one", "two", "three"];
const atMost = 5;
const terms = { installation: "i", timeoutMs: 60_000, maxAsked: 100, maxAnswering: 100 };
const trouble: unknown[] = [];

function rosters(): SharedRoster[] {
  const server = new MemoryServer();
  return nodes.map((node) => {
    const line = new NodeLine(new MemoryWire(server), { ...terms, node, onTrouble: (error) => trouble.push(error) });
    const cluster = { self: { node }, line, owners: { members: nodes, onSeen: () => undefined } };
    const shared = cluster as unknown as Pick<ClusterOfNode, "line" | "owners" | "self">;
    return new SharedRoster(new LocalRoster(atMost), shared, atMost, (error) => trouble.push(error));
  });
}

/** A connection as the transport has it: before it has entered it can only be closed, and has gone when CONNECT is decided. */
class Connection {
  isOpen = true;
  readonly entered: Promise<void>;
  readonly #gone = Promise.withResolvers<void>();

  constructor(roster: SharedRoster, clientId: string, device = "a device") {
    const nothing = () => undefined;
    const seat: Seat = {
      ...{ deviceId: device as DeviceId, tenantId: "a tenant" as TenantId, clientId },
      ...{ close: nothing, forget: nothing, pushAttributes: nothing, callWaits: nothing },
      displace: () => this.#displaced(roster, seat),
    };
    this.entered = roster.enter(seat).then(() => this.#decided(roster, seat));
  }

  #isDecided = false;

  #decided(roster: SharedRoster, seat: Seat): void {
    this.#isDecided = true;
    if (this.isOpen) return;
    roster.leave(seat);
    this.#gone.resolve();
  }

  #displaced(roster: SharedRoster, seat: Seat): Promise<void> {
    this.isOpen = false;
    if (this.#isDecided) this.#decided(roster, seat);
    return this.#gone.promise;
  }
}

const open = (connections: readonly Connection[]): number => connections.filter(({ isOpen }) => isOpen).length;

async function atOnce(clientIds: readonly string[]): Promise<Connection[]> {
  const all = rosters();
  const connections = clientIds.map((id, i) => new Connection(all[i % all.length] as SharedRoster, id));
  await Promise.all(connections.map(({ entered }) => entered));
  await new Promise((resolve) => setTimeout(resolve, 50)); // who was told to leave has heard of it
  return connections;
}

test.each([2, 3, 6, 9])(
  "[MQ7, CLU2] of %i connections with one name that come at several nodes at once, one stays",
  async (count) => {
    expect(open(await atOnce(Array.from({ length: count }, () => "same")))).toBe(1);
    expect(trouble).toEqual([]);
  },
);

test.each([3, 5, 6, 12, 30])(
  "[MQ7, CLU2] of %i with names of their own as many stay as may, not fewer",
  async (count) => {
    const connections = await atOnce(Array.from({ length: count }, (_, i) => `client ${i}`));

    expect(open(connections)).toBe(Math.min(count, atMost));
    expect(trouble).toEqual([]);
  },
);

test("[MQ7, CLU2] one after the other the newest stay, whatever the clocks of their nodes say", async () => {
  const all = rosters();
  const connections: Connection[] = [];
  for (let i = 0; i < 12; i++) {
    connections.push(new Connection(all[(i * 7) % 3] as SharedRoster, `client ${i % 9}`));
    await connections.at(-1)?.entered;
  }
  await new Promise((resolve) => setTimeout(resolve, 50));

  expect(connections.map(({ isOpen }) => isOpen)).toEqual(connections.map((_, i) => i >= 12 - atMost));
});
