import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

/** Version and ports: they change with a restart of the node only. */
export const serverInfo = queryOptions({
  queryKey: ["server-info"],
  queryFn: ({ signal }) => api.server.read({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
