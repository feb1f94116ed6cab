import { lazy, type RefObject, Suspense, useMemo, useRef } from "react";
import { ErrorState, RetryNote } from "../ui/states.tsx";
import { type GridProps, PageGrid } from "./page-grid.tsx";
import { ShownDashboardProvider } from "./shown-dashboard.tsx";
import { type PageToRead, usePageData } from "./use-page-data.ts";
import { useWidth } from "./use-width.ts";
import { useFittedRow, useOnWall } from "./wall/on-wall.tsx";

const WallBanner = lazy(async () => ({ default: (await import("./wall/wall-banner.tsx")).WallBanner }));

interface ShownPageProps extends PageToRead {
  /** Of the dashboard, where whoever looks at it may change it. */
  readonly editableId?: string | undefined;
  readonly onZoom: (from: number, to: number) => void;
  readonly onZoomOut: () => void;
}

/** One page of a dashboard, to be looked at. */
export function ShownPage({ editableId, onZoom, onZoomOut, ...toRead }: ShownPageProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const data = usePageData(toRead, width);
  const { configuration, page, shown } = toRead;
  const { from, to } = shown;
  return <PageBox {...{ box, width, configuration, editableId, page, ...data, from, to, onZoom, onZoomOut }} />;
}

interface PageBoxProps extends GridProps {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly width: number;
  readonly editableId?: string | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Drawn as far as it is known; what went wrong is said above it, or in its place. */
export function PageBox({ box, width, editableId, error, retry, ...grid }: PageBoxProps) {
  const hasNothing = error !== undefined && grid.answer.size === 0;
  const isOnWall = useOnWall();
  const dashboard = useMemo(() => ({ ...grid.configuration, editableId }), [grid.configuration, editableId]);
  const frame = useRef<HTMLDivElement>(null);
  const rows = Math.max(0, ...grid.page.layout.map(({ y, h }) => y + h));
  const rowHeight = useFittedRow(frame, rows, isOnWall);
  return (
    <div ref={box}>
      {isOnWall && (
        <Suspense>
          <WallBanner answer={grid.answer} />
        </Suspense>
      )}
      {hasNothing && <ErrorState error={error} onRetry={retry} />}
      {!hasNothing && <RetryNote error={error} onRetry={retry} />}
      <div className="page-frame" ref={frame}>
        {width > 0 && !hasNothing && (
          <ShownDashboardProvider value={dashboard}>
            <PageGrid {...grid} rowHeight={rowHeight} />
          </ShownDashboardProvider>
        )}
      </div>
    </div>
  );
}
