import type { QueryClient } from "@tanstack/react-query";

/** Points of a device were deleted: whatever shows some of them is read again. */
export async function readPointsAgain(client: QueryClient, deviceId: string): Promise<void> {
  const kinds = ["history", "states"].map((kind) => ({ queryKey: [kind, deviceId] }));
  // A first read that is under way would count as the one that is asked for now, with what it has seen before.
  await Promise.all(kinds.map((kind) => client.cancelQueries(kind)));
  void client.invalidateQueries({ queryKey: ["latest", deviceId] });
  await Promise.all(kinds.map((kind) => client.invalidateQueries(kind)));
}
