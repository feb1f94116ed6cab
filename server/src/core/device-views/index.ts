export type { DeviceView, DeviceViewProperties } from "./device-view.ts";
export type { DeviceViewStore } from "./device-view-store.ts";
export { DeviceViews, type ViewReader } from "./device-views.ts";
export { deviceViewVersionNeeded } from "./errors.ts";
