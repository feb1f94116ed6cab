import { type DashboardConfiguration, emptyConfiguration } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { ShareId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import type { DataPiece } from "../dashboard-data/index.ts";
import type { OpenedShare } from "./open-shares.ts";
import { SharedData, type SharedPiece } from "./shared-data.ts";

const everyone = { kind: "ALL" as const };
const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at}`);
const typeOf = { old: numbered("k", 8), new: [...numbered("k", 6), "l0", "l1", "secret"] };

/** A page with a table of all keys, and maybe a value; two devices of types of their own, with more keys than a table has. */
function opened(widgets: DashboardConfiguration["widgets"]): OpenedShare {
  const layout = Object.keys(widgets).map((widget) => ({ widget, x: 0, y: 0, w: 4, h: 4 }));
  const configuration = { ...emptyConfiguration(), widgets, pages: [{ id: "page", title: "", layout }] };
  const terms = { time: { kind: "OWN" }, variables: {}, embedOrigins: [] };
  return {
    share: { id: "link" as ShareId, terms },
    standing: { permissions: new Set(["VIEW_DEVICES", "VIEW_TELEMETRY"]), grants: [] },
    ...{ reach: { tenantId: "t" }, dashboard: { configuration }, alias: (id: string) => id },
  } as unknown as OpenedShare;
}

const latest = (query: string, deviceId: string, keys: readonly string[]) =>
  ({
    ...{ is: "answer", query },
    piece: { is: "latest", deviceId, samples: new Map(keys.map((key) => [key, { ts: 1, value: 1 }])) },
  }) as unknown as DataPiece;

async function told(widgets: DashboardConfiguration["widgets"], pieces: readonly DataPiece[]): Promise<SharedPiece[]> {
  const data = new SharedData({
    dashboardData: {
      answer: async function* () {
        yield* pieces;
      },
    } as never,
    deviceTypes: {
      require: async (_: unknown, id: keyof typeof typeOf) =>
        ({ definition: { channels: typeOf[id].map((key) => ({ key, name: `Name of ${key}` })) } }) as never,
    } as never,
    preferences: { of: async () => ({}) as never },
    clock: () => epochMs(10_000_000),
  });
  const gone = new AbortController().signal;
  return Array.fromAsync(data.answer(opened(widgets), { page: "page", width: 100 }, gone, (reader) => reader));
}

const table = { kind: "TABLE", version: 1, options: { devices: everyone, channels: [] } };
const value = { kind: "VALUE", version: 1, options: { devices: everyone, channel: { key: "secret" } } };
const devices = {
  ...{ is: "devices", queries: ["table.latest"] },
  devices: [
    { id: "one", typeId: "old" },
    { id: "two", typeId: "new" },
  ],
} as unknown as DataPiece;
const ofTable = [latest("table.latest", "one", typeOf.old), latest("table.latest", "two", typeOf.new)];
const done = { is: "done", query: "table.latest" } as const;

const keysOf = (pieces: readonly SharedPiece[]) =>
  pieces.flatMap((piece) =>
    piece.is === "answer" && piece.piece.is === "latest" ? [[...piece.piece.samples.keys()]] : [],
  );
/** The last word on each type counts. */
const described = (pieces: readonly SharedPiece[]) =>
  Object.fromEntries(
    pieces.flatMap((piece) =>
      piece.is === "channels" ? [[piece.typeId as string, piece.channels.map(({ key }) => key)]] : [],
    ),
  );

test("[DSH6] of keys that a table of all does not show nothing is told, neither a value nor what they mean", async () => {
  const pieces = await told({ table }, [devices, ...ofTable, done, { is: "end" }]);

  expect(keysOf(pieces)).toEqual([typeOf.old, numbered("k", 6)]);
  expect(described(pieces)).toEqual({ old: typeOf.old, new: numbered("k", 6) });
  expect(JSON.stringify(pieces)).not.toMatch(/secret|l0/);
});

test("[DSH6] what is known of a key stands before its value, and is told where another widget shows it", async () => {
  const both = [devices, ...ofTable, done, latest("value.latest", "two", ["secret"]), { is: "end" } as const];
  const pieces = await told({ table, value }, both);

  expect(described(pieces)).toEqual({ old: typeOf.old, new: [...numbered("k", 6), "secret"] });
  const order = pieces.map((piece) => (piece.is === "answer" ? piece.query : piece.is));
  expect(order.lastIndexOf("channels")).toBeLessThan(order.lastIndexOf("table.latest"));
});

test("[DSH6] a variable that is left open tells which of its devices it stands for, and of no other device", async () => {
  const all = [
    { id: "one", name: "One" },
    { id: "two", name: "Two" },
  ];
  const byKind = { ALL: all, TYPE: all.slice(1), DEVICES: [], GROUP: all, PROJECT: [] };
  const data = new SharedData({
    dashboardData: { devices: async (_: unknown, { kind }: { kind: keyof typeof byKind }) => byKind[kind] } as never,
    ...{ deviceTypes: {} as never, preferences: {} as never, clock: () => epochMs(0) },
  });
  const defaults = {
    some: { kind: "TYPE", deviceProfileId: "t" },
    beyond: { kind: "DEVICES", deviceIds: ["hidden"] },
    every: { kind: "GROUP", deviceGroupId: "g" },
    none: undefined,
  };
  const variables = Object.entries(defaults).map(([name, given]) => ({ kind: "DEVICE", name, default: given }));
  const link = opened({});
  const { share, dashboard } = link;
  const free = Object.fromEntries(Object.keys(defaults).map((name) => [name, { kind: "FREE" as const }]));

  const { configuration } = await data.dashboard({
    ...link,
    share: { ...share, terms: { ...share.terms, variables: free } },
    dashboard: { ...dashboard, configuration: { ...dashboard.configuration, variables: variables as never } },
  });

  const told = configuration.variables.map((one) => [one.name, "default" in one ? one.default : undefined]);
  expect(Object.fromEntries(told)).toEqual({
    ...{ beyond: undefined, every: undefined, none: undefined },
    some: { kind: "DEVICES", deviceIds: ["two"] },
  });
  expect(JSON.stringify(configuration)).not.toContain("hidden");
});
