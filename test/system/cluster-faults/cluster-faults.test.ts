import { randomInt } from "node:crypto";
import { expect, test, vi } from "vitest";
import { ProcessNest } from "../../support/process-nest.ts";
import { sizeOf } from "../../switches.ts";
import { ClusterCampaign } from "./cluster-campaign.ts";
import { Ground, hasGround } from "./ground.ts";

const faults = sizeOf("HELIO_TEST_CLUSTER_FAULTS");
const seed = sizeOf("HELIO_TEST_CAMPAIGN_SEED") || randomInt(1, 2 ** 31);
const most = 50;
const findingsTold = 30;
const runs = Array.from({ length: Math.max(1, Math.ceil(faults / most)) }, (_, i) => ({
  seed: seed + i,
  faults: Math.min(most, faults - i * most),
}));

async function fight({ seed, faults }: (typeof runs)[number]): Promise<void> {
  await using nest = new ProcessNest();
  vi.stubEnv("TMPDIR", nest.path);
  await using ground = await Ground.make(nest);
  const campaign = await ClusterCampaign.on(ground, seed);

  await campaign.run(faults);

  expect(campaign.findings.slice(0, findingsTold)).toEqual([]);
  for (const { name, acknowledged } of campaign.parties) expect(acknowledged, name).toBeGreaterThan(0);
}

const patienceMs = (count: number): number => 300_000 + count * 60_000;

test.skipIf(faults === 0 || !hasGround()).for(runs)(
  "[CLU2, CLU3, CLU4, CLU5] three nodes, three NATS, a PostgreSQL under Patroni, and $faults faults (seed $seed): nothing acknowledged is lost, doubled or foreign, at any node",
  { retry: 0, timeout: patienceMs(most) },
  (run) => fight(run),
);
