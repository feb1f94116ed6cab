import { CommunicationQuery, CommunicationRecord } from "../communication.ts";
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
});
