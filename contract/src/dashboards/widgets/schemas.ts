import type { TObject } from "typebox";
import { AlarmListOptions } from "./alarm-list/alarm-list-options.ts";
import { BarsOptions } from "./bars/bars-options.ts";
import { ControlOptions } from "./control/control-options.ts";
import { EmbedOptions } from "./embed/embed-options.ts";
import { FileListOptions } from "./file-list/file-list-options.ts";
import { GaugeOptions } from "./gauge/gauge-options.ts";
import { ImageOptions } from "./image/image-options.ts";
import type { WidgetKind } from "./index.ts";
import { LinkOptions } from "./link/link-options.ts";
import { MapOptions } from "./map/map-options.ts";
import { StateTimelineOptions } from "./state-timeline/state-timeline-options.ts";
import { TableOptions } from "./table/table-options.ts";
import { TextOptions } from "./text/text-options.ts";
import { TimeSeriesOptions } from "./time-series/time-series-options.ts";
import { ValueOptions } from "./value/value-options.ts";

/** What is checked when a widget is saved: a kind without a schema does not compile [DSH1]. */
export const widgetSchemas: { readonly [Kind in WidgetKind]: TObject } = {
  TIME_SERIES: TimeSeriesOptions,
  VALUE: ValueOptions,
  GAUGE: GaugeOptions,
  BARS: BarsOptions,
  STATE_TIMELINE: StateTimelineOptions,
  TABLE: TableOptions,
  MAP: MapOptions,
  ALARM_LIST: AlarmListOptions,
  FILE_LIST: FileListOptions,
  IMAGE: ImageOptions,
  TEXT: TextOptions,
  CONTROL: ControlOptions,
  LINK: LinkOptions,
  EMBED: EmbedOptions,
};
