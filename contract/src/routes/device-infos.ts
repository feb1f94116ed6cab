import { Type } from "typebox";
import { DeviceInfo, TenantDevicesQuery } from "../device-infos.ts";
import { DeviceListQuery, DeviceRecord } from "../devices.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { DeviceParams } from "./params.ts";
import { routesOf } from "./route.ts";

const list = { method: "GET", access: needs("VIEW_DEVICES"), work: "lists", tag: "Devices" } as const;
const infos = { ...list, query: DeviceListQuery, answers: { 200: pageOf(DeviceInfo) } } as const;

/** Devices under the names that scripts of this API family know [TBC2]. */
export const deviceInfoRoutes = routesOf({
  tenantDevices: {
    ...list,
    path: "/api/tenant/devices",
    summary: "The devices of the caller's tenant; with “deviceName” the one of that name",
    query: TenantDevicesQuery,
    answers: { 200: Type.Union([pageOf(DeviceRecord), DeviceRecord]) },
  },

  tenantInfos: {
    ...infos,
    path: "/api/tenant/deviceInfos",
    summary: "The devices of the caller's tenant, each with the name of its type",
  },

  allInfos: { ...infos, path: "/api/deviceInfos/all", summary: "Another name of /api/tenant/deviceInfos" },

  info: {
    method: "GET",
    path: "/api/device/info/:deviceId",
    access: needs("VIEW_DEVICES"),
    tag: "Devices",
    summary: "One device with the name of its type",
    params: DeviceParams,
    answers: { 200: DeviceInfo },
  },
});
