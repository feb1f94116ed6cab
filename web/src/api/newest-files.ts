import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api } from "../app.ts";

const watchEveryMs = 15_000;
const filesPerPage = 50;

/** Files of all devices, those that came last first; older ones page by page. */
export const newestOfAll = (tenantId: string, textSearch: string, projectId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ["files", "newest", tenantId, textSearch, projectId],
    queryFn: ({ pageParam, signal }) =>
      api.files.newest(
        {
          ...{ tenantId, limit: filesPerPage },
          ...(textSearch && { textSearch }),
          ...(projectId && { projectId }),
          ...(pageParam && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    refetchInterval: watchEveryMs,
    placeholderData: keepPreviousData,
  });
