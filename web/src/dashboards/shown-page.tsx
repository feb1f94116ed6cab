import { type RefObject, useRef } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { ErrorNote, ErrorState } from "../ui/states.tsx";
import { type GridProps, PageGrid } from "./page-grid.tsx";
import { ShownDashboardProvider } from "./shown-dashboard.tsx";
import { type PageToRead, usePageData } from "./use-page-data.ts";
import { useWidth } from "./use-width.ts";
import { useFittedRow, useOnWall } from "./wall/on-wall.tsx";
import { WallBanner } from "./wall/wall-banner.tsx";

interface ShownPageProps extends PageToRead {
  readonly onZoom: (from: number, to: number) => void;
  readonly onZoomOut: () => void;
}

/** One page of a dashboard, to be looked at. */
export function ShownPage({ onZoom, onZoomOut, ...toRead }: ShownPageProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const data = usePageData(toRead, width);
  const { configuration, page, shown } = toRead;
  const { from, to } = shown;
  return <PageBox {...{ box, width, configuration, page, ...data, from, to, onZoom, onZoomOut }} />;
}

interface PageBoxProps extends GridProps {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly width: number;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Drawn as far as it is known; what went wrong is said above it, or in its place. */
export function PageBox({ box, width, error, retry, ...grid }: PageBoxProps) {
  const hasNothing = error !== undefined && grid.answer.size === 0;
  const isOnWall = useOnWall();
  const frame = useRef<HTMLDivElement>(null);
  const rows = Math.max(0, ...grid.page.layout.map(({ y, h }) => y + h));
  const rowHeight = useFittedRow(frame, rows, isOnWall);
  return (
    <div ref={box}>
      {isOnWall && <WallBanner answer={grid.answer} />}
      {hasNothing && <ErrorState error={error} onRetry={retry} />}
      {error !== undefined && !hasNothing && (
        <div className="row">
          <ErrorNote error={error} />
          <RetryButton onRetry={retry} />
        </div>
      )}
      <div className="page-frame" ref={frame}>
        {width > 0 && !hasNothing && (
          <ShownDashboardProvider value={grid.configuration}>
            <PageGrid {...grid} rowHeight={rowHeight} />
          </ShownDashboardProvider>
        )}
      </div>
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
