import type { WidgetKind } from "@heliograph/contract";
import { lazy } from "react";
import { AlarmListView } from "./alarm-list/alarm-list-view.tsx";
import { BarsView } from "./bars/bars-view.tsx";
import { FileListView } from "./file-list/file-list-view.tsx";
import { GaugeView } from "./gauge/gauge-view.tsx";
import { LinkView } from "./link/link-view.tsx";
import { TableView } from "./table/table-view.tsx";
import { TextView } from "./text/text-view.tsx";
import { TimeSeriesView } from "./time-series/time-series-view.tsx";
import { ValueView } from "./value/value-view.tsx";
import type { WidgetView } from "./widget-view.ts";

/** Fetched where there is one: many dashboards have none of them. */
const ControlView = lazy(async () => ({ default: (await import("./control/control-view.tsx")).ControlView }));
const EmbedView = lazy(async () => ({ default: (await import("./embed/embed-view.tsx")).EmbedView }));
const ImageView = lazy(async () => ({ default: (await import("./image/image-view.tsx")).ImageView }));
const MapView = lazy(async () => ({ default: (await import("./map/map-view.tsx")).MapView }));
const StateTimelineView = lazy(async () => ({
  default: (await import("./state-timeline/state-timeline-view.tsx")).StateTimelineView,
}));

/** A kind without a view does not compile. */
export const widgetViews: { readonly [Kind in WidgetKind]: WidgetView<Kind> } = {
  TIME_SERIES: TimeSeriesView,
  VALUE: ValueView,
  GAUGE: GaugeView,
  TABLE: TableView,
  ALARM_LIST: AlarmListView,
  FILE_LIST: FileListView,
  TEXT: TextView,
  LINK: LinkView,
  BARS: BarsView,
  STATE_TIMELINE: StateTimelineView,
  MAP: MapView,
  IMAGE: ImageView,
  CONTROL: ControlView,
  EMBED: EmbedView,
};
