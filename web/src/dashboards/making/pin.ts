import {
  type DashboardContent,
  findWidgetKind,
  type StoredWidget,
  type WidgetKind,
  type WidgetOptions,
} from "@heliograph/contract";
import { pageOf, withAdded } from "../editing/content.ts";
import { freePlace, wideGrid } from "../editing/grid.ts";

/** Something that is looked at in the Control Center, as a widget [DSH5]. */
export interface Pin {
  readonly widget: StoredWidget;
  readonly size: { readonly w: number; readonly h: number };
}

const sizes: Partial<Record<WidgetKind, Pin["size"]>> = {
  VALUE: { w: 4, h: 5 },
  GAUGE: { w: 5, h: 8 },
  MAP: { w: 10, h: 12 },
};
const usualSize = { w: 12, h: 10 };

function pinOf<Kind extends WidgetKind>(kind: Kind, title: string, options: WidgetOptions<Kind>): Pin {
  const version = findWidgetKind(kind)?.version ?? 1;
  return { widget: { kind, version, title, options: { ...options } }, size: sizes[kind] ?? usualSize };
}

/** With a pin at the first free place of a page. */
export function withPinned(content: DashboardContent, pageId: string, { widget, size }: Pin): DashboardContent {
  const layout = pageOf(content, pageId)?.layout ?? [];
  return withAdded(content, pageId, [{ widget, place: freePlace(wideGrid, layout, size.w, size.h) }]).content;
}

const titleAtMost = 255;

/** With its device: pins of several devices stand beside each other [DSH5]. */
export const pinTitle = (device: string | undefined, what: string): string =>
  (device === undefined ? what : `${device} · ${what}`).slice(0, titleAtMost);

const only = (deviceId: string) => ({ kind: "DEVICES" as const, deviceIds: [deviceId] });

/** What one channel can be pinned as; what is no number has no line. */
export function channelPins(deviceId: string, key: string, title: string, isNumber: boolean): [Pin, ...Pin[]] {
  const devices = only(deviceId);
  const value = pinOf("VALUE", title, { devices, channel: { key } });
  if (!isNumber) return [value, pinOf("STATE_TIMELINE", title, { devices, channels: [{ key }] })];
  return [value, chartPin(deviceId, [key], title), pinOf("GAUGE", title, { devices, channel: { key } })];
}

export const chartPin = (deviceId: string, keys: readonly string[], title: string): Pin =>
  pinOf("TIME_SERIES", title, {
    devices: only(deviceId),
    channels: keys.map((key) => ({ key })),
    show: { alarms: true },
  });

export const mapPin = (deviceId: string, title: string): Pin =>
  pinOf("MAP", title, { devices: only(deviceId), track: true });

export const filesPin = (deviceId: string, title: string): Pin =>
  pinOf("FILE_LIST", title, { devices: only(deviceId) });
