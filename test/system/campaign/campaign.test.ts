import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { findPostgres } from "../../support/postgres-programs.ts";
import { lasting, PostgresServer } from "../../support/postgres-server.ts";
import { smallDisk } from "../../support/small-disk.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { sizeOf } from "../../switches.ts";
import { Campaign } from "./campaign.ts";

const kills = sizeOf("HELIO_TEST_CAMPAIGN_KILLS");
const postgresKills = sizeOf("HELIO_TEST_CAMPAIGN_POSTGRES_KILLS");
const seed = sizeOf("HELIO_TEST_CAMPAIGN_SEED") || randomInt(1, 2 ** 31);

async function fight(kills: number, postgres?: PostgresServer): Promise<void> {
  const disk = await smallDisk(96 + kills);
  await using folder = disk ?? (await tempFolder());
  const ground = { folder: folder.path, hasSmallDisk: disk !== undefined, postgres };
  const campaign = await Campaign.on(ground, seed);
  const tell = () => {
    const counts = campaign.parties.map(({ name, acknowledged }) => `${name} ${acknowledged}`);
    const happened = JSON.stringify({ ...campaign.tally, ...campaign.outages, findings: campaign.findings.length });
    process.stderr.write(`campaign ${seed}: ${happened}; acknowledged: ${counts.join(", ")}\n`);
  };

  await campaign.run(kills, tell).finally(tell);

  expect(campaign.findings).toEqual([]);
  for (const { name, acknowledged } of campaign.parties) expect(acknowledged, name).toBeGreaterThan(0);
}

const patienceMs = (kills: number): number => 120_000 + kills * 60_000;

test(
  `[REL1, REL2, MQ7, CMD2, RUN12] ${kills} kills of a node that two tenants use in every way: nothing lost, doubled, foreign or back again (seed ${seed})`,
  () => fight(kills),
  patienceMs(kills),
);

test.skipIf(postgresKills === 0)(
  `[REL1, REL3, RUN8] ${postgresKills} kills of such a node on a PostgreSQL that is killed and frozen too: the same (seed ${seed})`,
  async (context) => {
    const programs = findPostgres();
    if (!programs) return context.skip();
    const postgres = await PostgresServer.start(programs, lasting);
    await using _postgres = { [Symbol.asyncDispose]: () => postgres.stop() };

    await fight(postgresKills, postgres);
  },
  patienceMs(postgresKills),
);
