import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState, Skeleton } from "./states.tsx";

interface LoadedCardProps<T> {
  readonly title: string;
  readonly text: string;
  readonly query: UseQueryResult<T>;
  /** As many lines as the content will take, so that nothing jumps. */
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}

/** A card whose content has to be read first. */
export function LoadedCard<T>({ title, text, query, lines = 5, children }: LoadedCardProps<T>) {
  const { data, error, refetch } = query;
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      </div>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card-body">
          <Skeleton lines={lines} />
        </div>
      )}
    </section>
  );
}
