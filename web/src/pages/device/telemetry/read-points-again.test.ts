import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { readPointsAgain } from "./read-points-again.ts";

test("[TEL7] after a deletion no answer from before is at hand, and what is looked at is read again", async () => {
  const client = new QueryClient();
  const [shown, earlier, others] = [
    ["history", "pump", 0, 10],
    ["history", "pump", 0, 20],
    ["history", "fan", 0, 20],
  ];
  for (const queryKey of [earlier, others, ["states", "pump", 1]]) client.setQueryData(queryKey, "before");
  let read = 0;
  const looking = new QueryObserver(client, { queryKey: shown, queryFn: () => ++read }).subscribe(() => undefined);

  await readPointsAgain(client, "pump");
  looking();

  expect(client.getQueryData(shown)).toBe(read);
  expect(client.getQueryData(earlier)).toBeUndefined(); // else one who goes back sees what is gone
  expect(client.getQueryData(["states", "pump", 1])).toBeUndefined();
  expect(client.getQueryData(others)).toBe("before");
  client.clear();
});
