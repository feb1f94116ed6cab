import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { ClusterPlace, hasCluster } from "../support/cluster-place.ts";

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly id: number;
  readonly targets?: readonly { readonly expr: string }[];
}
interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly query: unknown }[] };
}

const textOf = (path: string): Promise<string> => readFile(new URL(`../../docs/${path}`, import.meta.url), "utf8");
/** What a name may have behind it where it is a histogram. */
const base = (name: string): string => name.replace(/_(bucket|count|sum)$/, "");
const namesIn = (text: string): Set<string> =>
  new Set(text.match(/\b(heliograph|process|nodejs)_[a-z0-9_]+/g)?.map(base));

/** One of several nodes, with PostgreSQL, S3 and NATS, tells of everything there is. */
describe.skipIf(!hasCluster())("the metrics of a node that is one of several", () => {
  let [place, app]: [ClusterPlace?, TestApp?] = [];
  let exported = new Map<string, string>();

  beforeAll(async () => {
    place = await ClusterPlace.start();
    app = await startApp(place.env);
    const { text } = await app.rest.get("/metrics");
    exported = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => [name, type]));
  });
  afterAll(async () => {
    await app?.[Symbol.asyncDispose]();
    await place?.[Symbol.asyncDispose]();
  });

  test("[CLU6] are all that the dashboard asks for, and it asks for each of ours", async () => {
    const dashboard = JSON.parse(await textOf("grafana/heliograph.json")) as Dashboard;
    const asked = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const names = namesIn([...asked, JSON.stringify(dashboard.templating)].join("\n"));

    expect([...names].filter((name) => !exported.has(name))).toEqual([]);
    const ours = [...exported.keys()].filter((name) => name.startsWith("heliograph_"));
    expect(ours.filter((name) => !names.has(name))).toEqual([]);
  });

  test("[CLU6] are asked for as what they are: only what counts up has a rate", async () => {
    const dashboard = JSON.parse(await textOf("grafana/heliograph.json")) as Dashboard;
    const rated = dashboard.panels.flatMap(({ targets = [] }) =>
      targets.flatMap(({ expr }) => [...expr.matchAll(/\brate\((\w+)/g)].map(([, name = ""]) => base(name))),
    );

    expect(rated.length).toBeGreaterThan(5);
    for (const name of rated) expect(["counter", "histogram"], name).toContain(exported.get(name));
  });

  test("[CLU6] are described where operators look", async () => {
    const described = namesIn((await textOf("operations.md")) + (await textOf("cluster.md")));
    const ours = [...exported.keys()].filter((name) => name.startsWith("heliograph_"));

    expect(ours.filter((name) => !described.has(name))).toEqual([]);
  });

  test("[CLU6] say that it lives, who takes part, and which shards it has", async () => {
    const valueNow = async (name: string): Promise<number> => {
      const { text } = (await app?.rest.get("/metrics")) ?? { text: "" };
      return Number(new RegExp(`^${name}(?:{.*})? (\\S+)$`, "m").exec(text)?.[1]);
    };

    await expect.poll(() => valueNow("heliograph_cluster_shards_held")).toBe(64);
    expect(await valueNow("heliograph_cluster_fresh")).toBe(1);
    expect(await valueNow("heliograph_cluster_able")).toBe(1);
    await expect.poll(() => valueNow("heliograph_cluster_shards_free")).toBe(0);
    expect(await valueNow("heliograph_cluster_members")).toBe(1);
    expect(await valueNow('heliograph_storage_bytes{part="points",place="postgres"}')).toBeGreaterThan(0);
  });

  test("the panels of the dashboard have each a number and a place of their own", async () => {
    const { panels } = JSON.parse(await textOf("grafana/heliograph.json")) as {
      panels: (Panel & { gridPos: { x: number; y: number } })[];
    };

    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length);
  });
});
