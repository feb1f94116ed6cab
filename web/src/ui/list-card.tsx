import type { ReactNode } from "react";
import { ShowMore } from "./show-more.tsx";
import { ErrorState, Skeleton } from "./states.tsx";

interface ListCardProps<Row> {
  /** As it was read so far; undefined before anything was. */
  readonly data: { readonly data: readonly Row[]; readonly totalElements: number } | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly onMore: () => void;
  /** The table, or what stands there where there are no rows. */
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A list that is read page by page: its rows, or that they are on their way, or why they are not there. */
export function ListCard<Row>({ data, error, refetch, onMore, children }: ListCardProps<Row>) {
  return (
    <section className="card table-scroll">
      {data ? (
        children(data.data)
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card-body">
          <Skeleton />
        </div>
      )}
      {data && <ShowMore shown={data.data.length} total={data.totalElements} onMore={onMore} />}
    </section>
  );
}
