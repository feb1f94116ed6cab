import type { WidgetKind } from "@heliograph/contract";
import { alarmListEditing } from "./alarm-list/alarm-list-editing.tsx";
import { barsEditing } from "./bars/bars-editing.tsx";
import { controlEditing } from "./control/control-editing.tsx";
import { embedEditing } from "./embed/embed-editing.tsx";
import { fileListEditing } from "./file-list/file-list-editing.tsx";
import { gaugeEditing } from "./gauge/gauge-editing.tsx";
import { imageEditing } from "./image/image-editing.tsx";
import { linkEditing } from "./link/link-editing.tsx";
import { mapEditing } from "./map/map-editing.tsx";
import { stateTimelineEditing } from "./state-timeline/state-timeline-editing.tsx";
import { tableEditing } from "./table/table-editing.tsx";
import { textEditing } from "./text/text-editing.tsx";
import { timeSeriesEditing } from "./time-series/time-series-editing.tsx";
import { valueEditing } from "./value/value-editing.tsx";
import type { WidgetEditing } from "./widget-editing.ts";

/** In the order the palette has them; a kind that cannot be edited does not compile. Beside `index.ts`, which is fetched without it. */
export const widgetEditings: { readonly [Kind in WidgetKind]: WidgetEditing<Kind> } = {
  TIME_SERIES: timeSeriesEditing,
  VALUE: valueEditing,
  GAUGE: gaugeEditing,
  BARS: barsEditing,
  STATE_TIMELINE: stateTimelineEditing,
  TABLE: tableEditing,
  MAP: mapEditing,
  ALARM_LIST: alarmListEditing,
  FILE_LIST: fileListEditing,
  IMAGE: imageEditing,
  TEXT: textEditing,
  CONTROL: controlEditing,
  LINK: linkEditing,
  EMBED: embedEditing,
};
