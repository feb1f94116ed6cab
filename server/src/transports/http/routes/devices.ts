import {
  CredentialsChange,
  CredentialsRecord,
  DeviceInput,
  DeviceListQuery,
  DeviceRecord,
  DeviceTypes,
  pageOf,
} from "@heliograph/contract";
import { Type } from "typebox";
import type { DeviceFilter, Devices } from "../../../core/devices/index.ts";
import { needs, tenantOf } from "../access.ts";
import type { HttpApp } from "../http-app.ts";
import { listBody } from "../list-body.ts";
import { credentialsRecordOf, devicePropertiesOf, deviceRecordOf } from "../records/device-record.ts";
import { DeviceParams, deviceIdOf, ownTenantInPath, TenantParams } from "../route-ids.ts";

const tags = ["Devices"];

/** Devices and their credentials [DEV1–DEV5]. */
export function deviceRoutes(app: HttpApp, { devices }: { readonly devices: Devices }): void {
  app.get(
    "/api/tenants/:tenantId/devices",
    {
      config: { access: needs("VIEW_DEVICES") },
      schema: {
        tags,
        summary: "The devices of a tenant",
        params: TenantParams,
        querystring: DeviceListQuery,
        response: { 200: pageOf(DeviceRecord) },
      },
    },
    (request, reply) => {
      const { query } = request;
      const filter: DeviceFilter = {
        tenantId: ownTenantInPath(request),
        textSearch: query.textSearch,
        type: query.type,
        active: query.active,
        sortProperty: query.sortProperty ?? "name",
        descending: query.sortOrder === "DESC",
      };
      return listBody(
        reply,
        query,
        { page: (page) => devices.list(filter, page), stream: () => devices.stream(filter) },
        deviceRecordOf,
      );
    },
  );

  app.get(
    "/api/tenants/:tenantId/device-types",
    {
      config: { access: needs("VIEW_DEVICES") },
      schema: {
        tags,
        summary: "The device types in use, with the number of their devices",
        params: TenantParams,
        response: { 200: DeviceTypes },
      },
    },
    async (request) => [...(await devices.typesIn(ownTenantInPath(request)))],
  );

  app.post(
    "/api/device",
    {
      config: { access: needs("EDIT_DEVICES") },
      schema: {
        tags,
        summary: "Create a device, or update the one the body names by its id",
        body: DeviceInput,
        response: { 200: DeviceRecord, 201: DeviceRecord },
      },
    },
    async (request, reply) => {
      const properties = devicePropertiesOf(request.body);
      const id = request.body.id?.id;
      if (id === undefined)
        return reply.code(201).send(deviceRecordOf(await devices.create(tenantOf(request), properties)));
      return reply.send(deviceRecordOf(await devices.update(tenantOf(request), deviceIdOf(id), properties)));
    },
  );

  app.get(
    "/api/device/:deviceId",
    {
      config: { access: needs("VIEW_DEVICES") },
      schema: { tags, summary: "One device", params: DeviceParams, response: { 200: DeviceRecord } },
    },
    async (request) => deviceRecordOf(await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId))),
  );

  app.delete(
    "/api/device/:deviceId",
    {
      config: { access: needs("EDIT_DEVICES") },
      schema: {
        tags,
        summary: "Delete a device with everything it sent; its token stops working at once",
        params: DeviceParams,
        response: { 200: Type.Object({}) },
      },
    },
    async (request) => {
      await devices.remove(tenantOf(request), deviceIdOf(request.params.deviceId));
      return {};
    },
  );

  app.get(
    "/api/device/:deviceId/credentials",
    {
      config: { access: needs("VIEW_DEVICES", "VIEW_DEVICE_CREDENTIALS") },
      schema: {
        tags,
        summary: "The credentials of a device; credentialsId is its access token",
        params: DeviceParams,
        response: { 200: CredentialsRecord },
      },
    },
    async (request) =>
      credentialsRecordOf(await devices.requireCredentials(tenantOf(request), deviceIdOf(request.params.deviceId))),
  );

  app.post(
    "/api/device/credentials",
    {
      config: { access: needs("VIEW_DEVICES", "VIEW_DEVICE_CREDENTIALS", "EDIT_DEVICE_CREDENTIALS") },
      schema: {
        tags,
        summary: "Set a device's access token; without credentialsId a new random one",
        body: CredentialsChange,
        response: { 200: CredentialsRecord },
      },
    },
    async (request) => {
      const { deviceId, credentialsId } = request.body;
      return credentialsRecordOf(await devices.setToken(tenantOf(request), deviceIdOf(deviceId.id), credentialsId));
    },
  );
}
