import { DeviceViewInput, DeviceViewListQuery, DeviceViewParams, DeviceViewRecord } from "../device-views/index.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { Done } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Device views";

/** Saved looks at the list of devices: columns, filter, order. */
export const deviceViewRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/deviceViews",
    access: needs("VIEW_DEVICES"),
    work: "lists",
    tag,
    summary: "One's own views of the device list and those that are shared, by name",
    query: DeviceViewListQuery,
    answers: { 200: pageOf(DeviceViewRecord) },
  },

  save: {
    method: "POST",
    path: "/api/deviceView",
    access: needs("VIEW_DEVICES"),
    tag,
    summary: "Save a view of the device list, or change the one the body names by its id and version",
    description:
      "`shared` needs SHARE_VIEWS in the project of the view, or in the whole tenant where it has none; so does every " +
      "change of a shared one. A version that is not the newest is 409.",
    body: DeviceViewInput,
    answers: { 200: DeviceViewRecord, 201: DeviceViewRecord },
  },

  get: {
    method: "GET",
    path: "/api/deviceView/:deviceViewId",
    access: needs("VIEW_DEVICES"),
    tag,
    summary: "One view",
    params: DeviceViewParams,
    answers: { 200: DeviceViewRecord },
  },

  remove: {
    method: "DELETE",
    path: "/api/deviceView/:deviceViewId",
    access: needs("VIEW_DEVICES"),
    tag,
    summary: "Delete a view; a shared one with SHARE_VIEWS",
    params: DeviceViewParams,
    answers: { 200: Done },
  },
});
