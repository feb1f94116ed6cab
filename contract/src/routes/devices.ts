import { DeviceMove } from "../device-choice.ts";
import {
  DeviceCreation,
  DeviceInput,
  DeviceListQuery,
  DeviceMoveReport,
  DeviceRecord,
  DeviceTypes,
} from "../devices.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { DeviceParams, Done, TenantParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Devices";

export const deviceRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/tenants/:tenantId/devices",
    access: needs("VIEW_DEVICES"),
    work: "lists",
    tag,
    summary: "The devices of a tenant",
    params: TenantParams,
    query: DeviceListQuery,
    answers: { 200: pageOf(DeviceRecord) },
  },

  types: {
    method: "GET",
    path: "/api/tenants/:tenantId/device-types",
    access: needs("VIEW_DEVICES"),
    tag,
    summary: "The device types in use, with the number of their devices",
    params: TenantParams,
    answers: { 200: DeviceTypes },
  },

  save: {
    method: "POST",
    path: "/api/device",
    access: needs("EDIT_DEVICES"),
    tag,
    summary: "Create a device, or update the one the body names by its id",
    description:
      "`accessToken` is the token of a new device (needs EDIT_DEVICE_CREDENTIALS); without it one is made up. An " +
      "update leaves the token alone.",
    query: DeviceCreation,
    body: DeviceInput,
    answers: { 200: DeviceRecord, 201: DeviceRecord },
  },

  move: {
    method: "POST",
    path: "/api/tenants/:tenantId/devices/move",
    access: needs("EDIT_DEVICES"),
    work: "imports",
    tag,
    summary: "Put devices into a project, or into none: those named by deviceIds, or all that match the filter",
    description: "Those that are out of reach are told as missing; the others are moved.",
    params: TenantParams,
    body: DeviceMove,
    answers: { 200: DeviceMoveReport },
  },

  get: {
    method: "GET",
    path: "/api/device/:deviceId",
    access: needs("VIEW_DEVICES"),
    tag,
    summary: "One device",
    params: DeviceParams,
    answers: { 200: DeviceRecord },
  },

  remove: {
    method: "DELETE",
    path: "/api/device/:deviceId",
    access: needs("EDIT_DEVICES"),
    tag,
    summary: "Delete a device with everything it sent; its token stops working at once",
    params: DeviceParams,
    answers: { 200: Done },
  },
});
