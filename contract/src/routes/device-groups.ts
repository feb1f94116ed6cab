import {
  CheckedDeviceGroup,
  DeviceGroupInput,
  DeviceGroupListQuery,
  DeviceGroupParams,
  DeviceGroupPreview,
  DeviceGroupPreviewInput,
  DeviceGroupRecord,
  GroupDevicesQuery,
} from "../device-groups/index.ts";
import { DeviceRecord } from "../devices.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { Done } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Device groups";

/** Saved filters over devices [PRJ2]. What each finds is within the reach of who asks. */
export const deviceGroupRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/deviceGroups",
    access: needs("VIEW_DEVICES"),
    work: "lists",
    tag,
    summary: "The device groups of the tenant, by name",
    query: DeviceGroupListQuery,
    answers: { 200: pageOf(DeviceGroupRecord) },
  },

  save: {
    method: "POST",
    path: "/api/deviceGroup",
    access: needs("MANAGE_DEVICE_GROUPS"),
    tag,
    summary: "Create a device group, or change the one the body names by its id and version",
    description:
      "A version that is not the newest is 409. Without `filter` an update keeps the one that is saved: so a group is " +
      "renamed whose filter has conditions of a newer version.",
    body: DeviceGroupInput,
    answers: { 200: CheckedDeviceGroup, 201: CheckedDeviceGroup },
  },

  preview: {
    method: "POST",
    path: "/api/deviceGroups/preview",
    access: needs("VIEW_DEVICES"),
    tag,
    summary: "How many devices a filter finds that is not saved, and the first of them",
    description: "A filter over attributes or latest values finds only devices whose telemetry the caller may read.",
    body: DeviceGroupPreviewInput,
    answers: { 200: DeviceGroupPreview },
  },

  get: {
    method: "GET",
    path: "/api/deviceGroup/:deviceGroupId",
    access: needs("VIEW_DEVICES"),
    tag,
    summary: "One device group, with the conditions of it that match nothing",
    params: DeviceGroupParams,
    answers: { 200: CheckedDeviceGroup },
  },

  devices: {
    method: "GET",
    path: "/api/deviceGroup/:deviceGroupId/devices",
    access: needs("VIEW_DEVICES"),
    work: "lists",
    tag,
    summary: "The devices that are in a group now",
    description: "Lists of devices find the same with `group`, together with their other filters.",
    params: DeviceGroupParams,
    query: GroupDevicesQuery,
    answers: { 200: pageOf(DeviceRecord) },
  },

  remove: {
    method: "DELETE",
    path: "/api/deviceGroup/:deviceGroupId",
    access: needs("MANAGE_DEVICE_GROUPS"),
    tag,
    summary: "Delete a device group; its devices stay",
    params: DeviceGroupParams,
    answers: { 200: Done },
  },
});
