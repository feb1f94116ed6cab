import { DevicePins } from "../device-pins.ts";
import { Timeline, TimelineQuery } from "../timeline.ts";
import { needs } from "./access.ts";
import { DeviceParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Devices";

/** What one sees first of a device. */
export const deviceOverviewRoutes = routesOf({
  timeline: {
    method: "GET",
    path: "/api/device/:deviceId/timeline",
    access: needs("VIEW_DEVICES"),
    work: "lists",
    tag,
    summary: "What happened to a device, newest first: contacts, files, alarms, commands, changes",
    description:
      "Each kind needs the permission of its own list (VIEW_COMMUNICATION, VIEW_FILES, VIEW_ALARMS, VIEW_COMMANDS, " +
      "VIEW_AUDIT_LOG) and is left out without. Of contacts only connecting, leaving, what was refused, and the first over " +
      "HTTP after a silence longer than the inactivity timeout.",
    params: DeviceParams,
    query: TimelineQuery,
    answers: { 200: Timeline },
  },

  pins: {
    method: "GET",
    path: "/api/device/:deviceId/pins",
    access: needs("VIEW_DEVICES", "VIEW_TELEMETRY"),
    tag,
    summary: "The channels of a device that the caller wants to see first",
    params: DeviceParams,
    answers: { 200: DevicePins },
  },

  savePins: {
    method: "PUT",
    path: "/api/device/:deviceId/pins",
    access: needs("VIEW_DEVICES", "VIEW_TELEMETRY"),
    tag,
    summary: "Choose the channels of a device to see first; null leaves it to the device's type again",
    description: "For the caller alone: others see what they chose, or what the type says.",
    params: DeviceParams,
    body: DevicePins,
    answers: { 200: DevicePins },
  },
});
