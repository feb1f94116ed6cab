import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

/** The reports a rule can make; as many as a setting of the server allows. */
export const reportNames = () =>
  queryOptions({
    queryKey: ["reports", "names"],
    queryFn: ({ signal }) => api.reports.list({ limit: -1 }, { signal }),
    staleTime: 30_000,
  });
