import { CredentialsChange, CredentialsRecord } from "../devices.ts";
import { needs } from "./access.ts";
import { DeviceParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Devices";

export const deviceCredentialsRoutes = routesOf({
  credentials: {
    method: "GET",
    path: "/api/device/:deviceId/credentials",
    access: needs("VIEW_DEVICES", "VIEW_DEVICE_CREDENTIALS"),
    tag,
    summary: "The credentials of a device; credentialsId is its access token",
    params: DeviceParams,
    answers: { 200: CredentialsRecord },
  },

  setCredentials: {
    method: "POST",
    path: "/api/device/credentials",
    access: needs("VIEW_DEVICES", "VIEW_DEVICE_CREDENTIALS", "EDIT_DEVICE_CREDENTIALS"),
    tag,
    summary: "Set a device's access token; without credentialsId a new random one",
    body: CredentialsChange,
    answers: { 200: CredentialsRecord },
  },
});
