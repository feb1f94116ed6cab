import { emptyConfiguration } from "@heliograph/contract";
import { expect, test } from "vitest";
import { checkedConfiguration, newestConfiguration } from "./checked-configuration.ts";

const inZone = (zone: string) => ({ ...emptyConfiguration(), time: { from: "now/d", to: "now", zone } });

test("[DSH1] a time zone that is none is refused by the name of its field", async () => {
  await expect(checkedConfiguration(inZone("Nope/X"))).rejects.toMatchObject({
    fault: "invalid",
    message: expect.stringContaining("time.zone: Nope/X"),
  });
  await expect(checkedConfiguration(inZone("Europe/Berlin"))).resolves.toEqual(inZone("Europe/Berlin"));
});

test("[DSH1] one that was saved before it was checked is the reader's own, so that it can be read and saved", async () => {
  const read = newestConfiguration(inZone("Nope/X"));

  expect(read.time).toEqual({ from: "now/d", to: "now" });
  expect(newestConfiguration(inZone("Europe/Berlin"))).toEqual(inZone("Europe/Berlin"));
  await expect(checkedConfiguration(read)).resolves.toEqual(read);
});
