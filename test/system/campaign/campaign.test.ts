import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { smallDisk } from "../../support/small-disk.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { sizeOf } from "../../switches.ts";
import { Campaign } from "./campaign.ts";

const kills = sizeOf("HELIO_TEST_CAMPAIGN_KILLS");
const seed = sizeOf("HELIO_TEST_CAMPAIGN_SEED") || randomInt(1, 2 ** 31);
const diskMebibytes = 96 + kills;

test(
  `[REL1, REL2, MQ7, CMD2, RUN12] ${kills} kills of a node that two tenants use in every way: nothing lost, doubled, foreign or back again (seed ${seed})`,
  async () => {
    const disk = await smallDisk(diskMebibytes);
    await using folder = disk ?? (await tempFolder());
    const campaign = await Campaign.on(folder.path, disk !== undefined, seed);

    await campaign.run(kills).finally(() => {
      const counts = campaign.parties.map(({ name, acknowledged }) => `${name} ${acknowledged}`);
      process.stderr.write(`campaign ${seed}: ${JSON.stringify(campaign.tally)}; acknowledged: ${counts.join(", ")}\n`);
    });

    expect(campaign.findings).toEqual([]);
    for (const { name, acknowledged } of campaign.parties) expect(acknowledged, name).toBeGreaterThan(0);
  },
  120_000 + kills * 60_000,
);
