import { CommunicationQuery, CommunicationRecord, RefusedContacts } from "../communication.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { DeviceParams } from "./params.ts";
import { routesOf } from "./route.ts";

export const communicationRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/devices/:deviceId/communication/data",
    access: needs("VIEW_COMMUNICATION"),
    work: "lists",
    tag: "Communication",
    summary: "What was exchanged with a device, newest first",
    params: DeviceParams,
    query: CommunicationQuery,
    answers: { 200: pageOf(CommunicationRecord) },
  },

  refused: {
    method: "GET",
    path: "/api/communication/refused",
    access: needs("VIEW_DEVICES", "VIEW_DEVICE_CREDENTIALS"),
    tag: "Communication",
    summary: "Contacts of the last minutes from the caller's own address that were no known device's, newest first",
    answers: { 200: RefusedContacts },
  },
});
