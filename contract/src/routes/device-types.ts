import { Type } from "typebox";
import {
  DeviceTypeFile,
  DeviceTypeImport,
  DeviceTypeInfo,
  DeviceTypeInput,
  DeviceTypeListQuery,
  DeviceTypeName,
  DeviceTypeNamesQuery,
  DeviceTypeRecord,
  DeviceTypeUse,
  DeviceTypeWord,
} from "../device-types/index.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { DeviceTypeParams, Done } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Device types";

/** Types are written with few words and read by all [TYP1]; the words of this API family call them profiles. */
export const deviceTypeRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/deviceProfiles",
    access: needs("VIEW_DEVICES"),
    work: "lists",
    tag,
    summary: "The device types of the tenant; what each describes is read one by one",
    query: DeviceTypeListQuery,
    answers: { 200: pageOf(DeviceTypeInfo) },
  },

  infos: {
    method: "GET",
    path: "/api/deviceProfileInfos",
    access: needs("VIEW_DEVICES"),
    work: "lists",
    tag,
    summary: "The same list, by the name scripts of this API family know",
    query: DeviceTypeListQuery,
    answers: { 200: pageOf(DeviceTypeInfo) },
  },

  names: {
    method: "GET",
    path: "/api/deviceProfile/names",
    access: needs("VIEW_DEVICES"),
    work: "lists",
    tag,
    summary: "All device types by id and name, in the order of their names",
    query: DeviceTypeNamesQuery,
    answers: { 200: Type.Array(DeviceTypeName) },
  },

  words: {
    method: "GET",
    path: "/api/device/types",
    access: needs("VIEW_DEVICES"),
    work: "lists",
    tag,
    summary: "What the type of devices may say, in the order of their names",
    answers: { 200: Type.Array(DeviceTypeWord) },
  },

  defaultInfo: {
    method: "GET",
    path: "/api/deviceProfileInfo/default",
    access: needs("VIEW_DEVICES"),
    tag,
    summary: "The type of devices whose creator names none",
    answers: { 200: DeviceTypeInfo },
  },

  info: {
    method: "GET",
    path: "/api/deviceProfileInfo/:deviceProfileId",
    access: needs("VIEW_DEVICES"),
    tag,
    summary: "One device type as lists show it, with the number of projects its devices are in",
    params: DeviceTypeParams,
    answers: { 200: DeviceTypeUse },
  },

  get: {
    method: "GET",
    path: "/api/deviceProfile/:deviceProfileId",
    access: needs("VIEW_DEVICES"),
    tag,
    summary: "One device type with its channels, commands and attributes",
    params: DeviceTypeParams,
    answers: { 200: DeviceTypeRecord },
  },

  remove: {
    method: "DELETE",
    path: "/api/deviceProfile/:deviceProfileId",
    access: needs("EDIT_DEVICE_TYPES"),
    tag,
    summary: "Delete a device type; one that has devices, and the default one, stay (409)",
    params: DeviceTypeParams,
    answers: { 200: Done },
  },

  makeDefault: {
    method: "POST",
    path: "/api/deviceProfile/:deviceProfileId/default",
    access: needs("EDIT_DEVICE_TYPES"),
    tag,
    summary: "Make it the type of devices whose creator names none",
    params: DeviceTypeParams,
    answers: { 200: DeviceTypeInfo },
  },

  exportFile: {
    method: "GET",
    path: "/api/deviceProfile/:deviceProfileId/export",
    access: needs("VIEW_DEVICES"),
    tag,
    summary: "The device type as a file, for another tenant or installation",
    params: DeviceTypeParams,
    answers: { 200: DeviceTypeFile },
  },
});

/** Those that bring a definition: it may be larger than other bodies. */
export const deviceTypeContentRoutes = routesOf({
  save: {
    method: "POST",
    path: "/api/deviceProfile",
    access: needs("EDIT_DEVICE_TYPES"),
    tag,
    summary: "Create a device type, or update the one the body names by its id",
    description:
      "An update replaces the name, the description, the picture and all that is described. With `version` it is refused " +
      "(409) when somebody saved a newer one meanwhile. A new name is that of its devices' `type` at once.",
    body: DeviceTypeInput,
    answers: { 200: DeviceTypeRecord, 201: DeviceTypeRecord },
  },

  importFile: {
    method: "POST",
    path: "/api/deviceProfile/import",
    access: needs("EDIT_DEVICE_TYPES"),
    tag,
    summary: "Create a device type from a file; with “replace” the one of that name is updated",
    query: DeviceTypeImport,
    body: DeviceTypeFile,
    answers: { 200: DeviceTypeRecord, 201: DeviceTypeRecord },
  },
});
