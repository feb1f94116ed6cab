import { useRef } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { ErrorNote, ErrorState } from "../ui/states.tsx";
import { PageGrid } from "./page-grid.tsx";
import { type PageToRead, usePageData } from "./use-page-data.ts";
import { useWidth } from "./use-width.ts";

interface ShownPageProps extends PageToRead {
  readonly onZoom: (from: number, to: number) => void;
  readonly onZoomOut: () => void;
}

/** One page of a dashboard, to be looked at. */
export function ShownPage({ onZoom, onZoomOut, ...toRead }: ShownPageProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const { error, retry, ...data } = usePageData(toRead, width);
  const { configuration, page, shown } = toRead;
  const hasNothing = error !== undefined && data.answer.size === 0;
  return (
    <div ref={box}>
      {hasNothing && <ErrorState error={error} onRetry={retry} />}
      {error !== undefined && !hasNothing && (
        <div className="row">
          <ErrorNote error={error} />
          <RetryButton onRetry={retry} />
        </div>
      )}
      {width > 0 && !hasNothing && (
        <PageGrid {...{ configuration, page, ...data, onZoom, onZoomOut }} from={shown.from} to={shown.to} />
      )}
    </div>
  );
}

function RetryButton({ onRetry }: { readonly onRetry: () => void }) {
  const m = useMessages();
  return (
    <button type="button" className="button" onClick={onRetry}>
      {m.common.retry}
    </button>
  );
}
