export { DevicePins, type PinStore } from "./device-pins.ts";
export { type DeviceEvent, DeviceTimeline, type EventQuery, type StoredKind, type TimelineStore } from "./timeline.ts";
