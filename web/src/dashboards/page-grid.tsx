import {
  type DashboardConfiguration,
  type DashboardPage,
  narrowLayout,
  type Place,
  type StoredWidget,
} from "@heliograph/contract";
import { memo, useRef, useSyncExternalStore } from "react";
import { WidgetMenu } from "./export/widget-menu.tsx";
import { hasSameAnswers } from "./page-answer.ts";
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
      {inReadingOrder(layout).map((place) => {
        const { widget: name, h } = place;
        const stored = Object.hasOwn(configuration.widgets, name) ? configuration.widgets[name] : undefined;
        const height = Math.floor(h * rowHeight) - gap;
        return stored && <PlacedWidget key={name} {...{ name, stored, height, ...placeOf(place), ...around }} />;
      })}
    </div>
  );
}

interface PlacedProps extends WidgetSurroundings {
  readonly name: string;
  readonly stored: StoredWidget;
  readonly gridColumn: string;
  readonly gridRow: string;
  readonly height: number;
}

/** As texts, which are the same when they say the same. */
const placeOf = ({ x, y, w, h }: Place): Pick<PlacedProps, "gridColumn" | "gridRow"> => ({
  gridColumn: `${x + 1} / span ${w}`,
  gridRow: `${y + 1} / span ${h}`,
});

/** A widget in its place, and how it is taken along; drawn again for its own answers and for those of no other [DSH4]. */
const PlacedWidget = memo(function PlacedWidget({ gridColumn, gridRow, ...widget }: PlacedProps) {
  const box = useRef<HTMLDivElement>(null);
  const { name, stored, answer, channelOf, from, to, onZoom } = widget;
  return (
    <div style={{ gridColumn, gridRow }} ref={box}>
      <WidgetFrame {...widget} />
      <WidgetMenu {...{ name, stored, answer, channelOf, box, from, to, onZoom }} />
    </div>
  );
}, isDrawnAlike);

function isDrawnAlike({ answer: before, ...one }: PlacedProps, { answer: after, ...other }: PlacedProps): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof typeof one)[];
  return names.every((name) => one[name] === other[name]) && hasSameAnswers(before, after, `${one.name}.`);
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
