import {
  type DashboardConfiguration,
  type DashboardPage,
  narrowLayout,
  type Place,
  type StoredWidget,
} from "@heliograph/contract";
import { type CSSProperties, useRef, useSyncExternalStore } from "react";
import { WidgetMenu } from "./export/widget-menu.tsx";
import { WidgetFrame, type WidgetSurroundings } from "./widget-frame.tsx";

export interface GridProps extends WidgetSurroundings {
  readonly configuration: DashboardConfiguration;
  readonly page: DashboardPage;
  /** With the gap below it; without, as ever. */
  readonly rowHeight?: number | undefined;
}

/** A row with the gap below it, as the style sheet has it. */
const [usualRow, gap] = [24, 8];
const narrow = "(max-width: 720px)";

/** Widgets where the page has them; on a phone as its own layout says, or as follows from the other one [DSH1]. */
export function PageGrid({ configuration, page, rowHeight = usualRow, ...around }: GridProps) {
  const isNarrow = useIsNarrow();
  const layout = isNarrow ? (page.narrow ?? narrowLayout(page.layout)) : page.layout;
  return (
    <div className="widget-grid" data-narrow={isNarrow || undefined} style={{ gridAutoRows: rowHeight - gap }}>
      {inReadingOrder(layout).map(({ widget: name, x, y, w, h }) => {
        const stored = Object.hasOwn(configuration.widgets, name) ? configuration.widgets[name] : undefined;
        const style = { gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` };
        const height = Math.floor(h * rowHeight) - gap;
        return stored && <PlacedWidget key={name} {...{ name, stored, style, height, ...around }} />;
      })}
    </div>
  );
}

interface PlacedProps extends WidgetSurroundings {
  readonly name: string;
  readonly stored: StoredWidget;
  readonly style: CSSProperties;
  readonly height: number;
}

/** A widget in its place, and how it is taken along. */
function PlacedWidget({ style, ...widget }: PlacedProps) {
  const box = useRef<HTMLDivElement>(null);
  const { name, stored, answer, channelOf } = widget;
  return (
    <div style={style} ref={box}>
      <WidgetFrame {...widget} />
      <WidgetMenu {...{ name, stored, answer, channelOf, box }} />
    </div>
  );
}

/** As one reads it, and as the keyboard goes through it. */
const inReadingOrder = (layout: readonly Place[]): Place[] =>
  layout.toSorted((one, other) => one.y - other.y || one.x - other.x);

const whenChanged = (listener: () => void): (() => void) => {
  const query = matchMedia(narrow);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

const useIsNarrow = (): boolean => useSyncExternalStore(whenChanged, () => matchMedia(narrow).matches);
