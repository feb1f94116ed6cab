import type { DataQuery } from "../queries/index.ts";
import { alarmListWidget } from "./alarm-list/alarm-list-widget.ts";
import { barsWidget } from "./bars/bars-widget.ts";
import { controlWidget } from "./control/control-widget.ts";
import { embedWidget } from "./embed/embed-widget.ts";
import { fileListWidget } from "./file-list/file-list-widget.ts";
import { gaugeWidget } from "./gauge/gauge-widget.ts";
import { imageWidget } from "./image/image-widget.ts";
import { linkWidget } from "./link/link-widget.ts";
import { mapWidget } from "./map/map-widget.ts";
import { stateTimelineWidget } from "./state-timeline/state-timeline-widget.ts";
import { tableWidget } from "./table/table-widget.ts";
import { textWidget } from "./text/text-widget.ts";
import { timeSeriesWidget } from "./time-series/time-series-widget.ts";
import { valueWidget } from "./value/value-widget.ts";
import { type AnyOptions, type Asked, type MigrationStep, migrated } from "./widget-kind.ts";

/** Every kind of widget there is [DSH3]: another one is a folder and a line here; `schemas.ts` does not compile without it. */
export const widgetKinds = [
  timeSeriesWidget,
  valueWidget,
  gaugeWidget,
  barsWidget,
  stateTimelineWidget,
  tableWidget,
  mapWidget,
  alarmListWidget,
  fileListWidget,
  imageWidget,
  textWidget,
  controlWidget,
  linkWidget,
  embedWidget,
] as const;

type Kinds = (typeof widgetKinds)[number];
export type WidgetKind = Kinds["kind"];
export type WidgetOptions<Kind extends WidgetKind = WidgetKind> = Extract<Kinds, { kind: Kind }>["defaults"];

/** A widget as it is stored, by whatever version of this program. */
export interface StoredWidget {
  readonly kind: string;
  readonly version: number;
  readonly title?: string;
  readonly options: AnyOptions;
}

/** A widget this program knows, of the newest version. */
export type Widget = {
  readonly [Kind in WidgetKind]: {
    readonly kind: Kind;
    readonly version: number;
    readonly title?: string;
    readonly options: WidgetOptions<Kind>;
  };
}[WidgetKind];

/** A kind without its exact types: its functions take options of its own only, which is why they are asked for here. */
interface KnownKind {
  readonly kind: WidgetKind;
  readonly version: number;
  readonly steps: readonly MigrationStep[];
  queriesOf(options: WidgetOptions, asked: Asked): Readonly<Record<string, DataQuery>>;
  problemOf(options: WidgetOptions): string | undefined;
}

export const findWidgetKind = (kind: string): KnownKind | undefined =>
  widgetKinds.find((one) => one.kind === kind) as unknown as KnownKind | undefined;

/**
 * A stored widget as the newest version has it: options of older ones are brought up to it. Undefined where another
 * version of this program saved it, whose kind or version is not known here. Whether options fit their schema was looked at
 * when they were saved.
 */
export function knownWidget(stored: StoredWidget): Widget | undefined {
  const kind = findWidgetKind(stored.kind);
  const options = kind && migrated(kind, stored.version, stored.options);
  return options && ({ ...stored, version: kind.version, options } as Widget);
}

/** What a widget asks for, by names of its own. */
export const queriesOfWidget = ({ kind, options }: Widget, asked: Asked): Readonly<Record<string, DataQuery>> =>
  findWidgetKind(kind)?.queriesOf(options, asked) ?? {};

export const optionsProblem = ({ kind, options }: Widget): string | undefined =>
  findWidgetKind(kind)?.problemOf(options);

export type { WidgetChannel } from "./option-parts.ts";
export { shownKeysAtMost } from "./table/table-widget.ts";
export { type AnyOptions, type Asked, type MigrationStep, migrated } from "./widget-kind.ts";
