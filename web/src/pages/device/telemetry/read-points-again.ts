import type { Query, QueryClient } from "@tanstack/react-query";

/** Points of a device were deleted: what shows some of them is read again, and what showed some is not kept. */
export async function readPointsAgain(client: QueryClient, deviceId: string): Promise<void> {
  const kinds = ["history", "states"].map((kind) => ({ queryKey: [kind, deviceId] }));
  // A first read that is under way would count as the one that is asked for now, with what it has seen before.
  await Promise.all(kinds.map((kind) => client.cancelQueries(kind)));
  // One who goes back to an earlier time would see them until it is read again.
  for (const kind of kinds) client.removeQueries({ ...kind, type: "inactive" });
  void client.invalidateQueries({ queryKey: ["latest", deviceId] });
  await Promise.all(kinds.map((kind) => client.invalidateQueries(kind)));
  // What was left meanwhile has what it had before.
  const isFromBefore = ({ state }: Query): boolean => state.isInvalidated;
  for (const kind of kinds) client.removeQueries({ ...kind, type: "inactive", predicate: isFromBefore });
}
