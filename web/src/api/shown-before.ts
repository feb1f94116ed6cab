import { partialMatchKey, type Query, type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** Which earlier answers will do. */
export interface ShownBefore {
  /** How their questions begin. */
  readonly beginning: QueryKey;
  readonly fits?: (question: QueryKey) => boolean;
}

/** The newest answer to such a question. */
function newestAnswer<T>(client: QueryClient, { beginning, fits = () => true }: ShownBefore): T | undefined {
  const asked = client.getQueryCache().findAll({ queryKey: beginning });
  const [newest] = asked
    .filter(({ state, queryKey }) => state.data !== undefined && fits(queryKey))
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  return newest?.state.data as T | undefined;
}

/**
 * For `useQueries`, which does not know what a question took the place of, and would show nothing until it is answered:
 * `keepPreviousData` is of use to `useQuery` only.
 */
export function useShownBefore(): <T>(which: ShownBefore) => T | undefined {
  const client = useQueryClient();
  return useCallback(<T>(which: ShownBefore) => newestAnswer<T>(client, which), [client]);
}

/**
 * For `useQuery`, as `placeholderData`: `keepPreviousData` keeps what was shown whatever it was about, and a page that
 * goes from one device to another would show what is not the other's.
 */
export const keptWhere =
  ({ beginning, fits = () => true }: ShownBefore) =>
  <T>(shown: T | undefined, question: Pick<Query, "queryKey"> | undefined): T | undefined =>
    question && partialMatchKey(question.queryKey, beginning) && fits(question.queryKey) ? shown : undefined;
