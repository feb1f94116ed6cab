import { landPath } from "./land-path.ts";

/** The coasts of the world (Natural Earth, public domain) are part of the interface: no tile is ever fetched. */
export const coasts = {
  queryKey: ["coasts"],
  queryFn: async () => landPath((await import("world-atlas/land-110m.json")).default),
  staleTime: Number.POSITIVE_INFINITY,
};
