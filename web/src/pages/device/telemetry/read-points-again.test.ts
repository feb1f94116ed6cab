import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
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

test("[TEL7] nor is one that was left while it was read again", async () => {
  const client = new QueryClient();
  const left = ["history", "pump", 0, 10];
  client.setQueryData(left, "before");
  const never = () => new Promise<string>(() => undefined);
  const options = { queryKey: left, queryFn: ({ signal }: { signal: AbortSignal }) => (signal.aborted ? "" : never()) };
  const leave = new QueryObserver(client, { ...options, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => undefined,
  );

  const again = readPointsAgain(client, "pump");
  await vi.waitFor(() => expect(client.isFetching({ queryKey: left })).toBe(1));
  leave();
  await again;

  expect(client.getQueryData(left)).toBeUndefined();
  client.clear();
});
