import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** The newest answer to a question that begins like this one. */
function newestAnswer<T>(client: QueryClient, beginning: QueryKey): T | undefined {
  const answered = client.getQueryCache().findAll({ queryKey: beginning });
  const [newest] = answered
    .filter(({ state }) => state.data !== undefined)
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  return newest?.state.data as T | undefined;
}

/**
 * For `useQueries`, which does not know what a question took the place of, and would show nothing until it is answered:
 * `keepPreviousData` is of use to `useQuery` only.
 */
export function useShownBefore(): <T>(beginning: QueryKey) => () => T | undefined {
  const client = useQueryClient();
  return useCallback(
    <T>(beginning: QueryKey) =>
      () =>
        newestAnswer<T>(client, beginning),
    [client],
  );
}
