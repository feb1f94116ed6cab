import type { WidgetKind } from "@heliograph/contract";
import { BarsView } from "./bars-view.tsx";
import { ControlView } from "./control-view.tsx";
import { EmbedView } from "./embed-view.tsx";
import { GaugeView } from "./gauge-view.tsx";
import { ImageView } from "./image-view.tsx";
import { LinkView } from "./link-view.tsx";
import { AlarmListView, FileListView } from "./list-views.tsx";
import { MapView } from "./map-view.tsx";
import { StateTimelineView } from "./state-timeline-view.tsx";
import { TableView } from "./table-view.tsx";
import { TextView } from "./text-view.tsx";
import { TimeSeriesView } from "./time-series-view.tsx";
import { ValueView } from "./value-view.tsx";
import type { WidgetView } from "./widget-view.ts";

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
