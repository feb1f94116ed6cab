import type { DashboardConfiguration, DashboardPage } from "@heliograph/contract";
import { type RefObject, useMemo, useRef } from "react";
import type { ShownTime } from "../../time-range/shown-time.ts";
import { EmptyState, ErrorNote } from "../../ui/states.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { ShownDashboardProvider } from "../shown-dashboard.tsx";
import { usePageData } from "../use-page-data.ts";
import { useWidth } from "../use-width.ts";
import { Canvas } from "./canvas.tsx";
import { useEditorState } from "./use-editor.ts";
import { useEditorWords } from "./words/words.ts";

interface EditedPageProps {
  readonly configuration: DashboardConfiguration;
  readonly page: DashboardPage;
  readonly shown: ShownTime;
  readonly round: number;
  readonly isBusy: RefObject<boolean>;
  readonly choice: Readonly<Record<string, string>>;
  readonly onZoom: (from: number, to: number) => void;
  readonly onZoomOut: () => void;
  readonly onOpen: () => void;
}

const askedAfterMs = 300;

/** The page with its data, as it will be looked at. */
export function EditedPage(props: EditedPageProps) {
  const { configuration, page, shown, round, isBusy, choice, onZoom, onZoomOut, onOpen } = props;
  const words = useEditorWords();
  const { isPhone } = useEditorState().look;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const settled = useSettled(configuration, askedAfterMs);
  const asked = settled.pages.find(({ id }) => id === page.id) ?? page;
  const data = usePageData({ configuration: settled, page: asked, shown, round, choice, isBusy }, width);
  const { answer, isReading, asks, channelOf, texts, error } = data;
  const { from, to } = shown;
  const around = useMemo(
    () => ({ answer, isReading, asks, channelOf, texts, from, to, onZoom, onZoomOut }),
    [answer, isReading, asks, channelOf, texts, from, to, onZoom, onZoomOut],
  );
  return (
    <div ref={box} className="edit-page" data-phone={isPhone || undefined}>
      <ErrorNote error={error} />
      {page.layout.length === 0 && <EmptyState icon="dashboards" title={words.emptyTitle} text={words.emptyText} />}
      {width > 0 && (
        <ShownDashboardProvider value={settled}>
          <Canvas around={around} onOpen={onOpen} />
        </ShownDashboardProvider>
      )}
    </div>
  );
}
