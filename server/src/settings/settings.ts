import { accessSettings } from "./subjects/access.ts";
import { alarmsSettings } from "./subjects/alarms.ts";
import { calculatedChannelsSettings } from "./subjects/calculated-channels.ts";
import { clusterSettings } from "./subjects/cluster.ts";
import { dashboardsSettings } from "./subjects/dashboards.ts";
import { devicesSettings } from "./subjects/devices.ts";
import { filesSettings } from "./subjects/files.ts";
import { firstStartSettings } from "./subjects/first-start.ts";
import { jobsSettings } from "./subjects/jobs.ts";
import { listeningSettings } from "./subjects/listening.ts";
import { liveSettings } from "./subjects/live.ts";
import { mailSettings } from "./subjects/mail.ts";
import { mqttSettings } from "./subjects/mqtt.ts";
import { mqttSessionsSettings } from "./subjects/mqtt-sessions.ts";
import { notificationSettings } from "./subjects/notifications.ts";
import { observingSettings } from "./subjects/observing.ts";
import { reportsSettings } from "./subjects/reports.ts";
import { requestsSettings } from "./subjects/requests.ts";
import { rulesSettings } from "./subjects/rules.ts";
import { schedulesSettings } from "./subjects/schedules.ts";
import { storageSettings } from "./subjects/storage.ts";
import { telemetrySettings } from "./subjects/telemetry.ts";
import { tenantsSettings } from "./subjects/tenants.ts";
import { tlsSettings } from "./subjects/tls.ts";
import { unauthenticatedSettings } from "./subjects/unauthenticated.ts";

/** Every setting there is, subject by subject. The table in docs/operations.md is made from this (`npm run docs`). */
export const settings = {
  ...listeningSettings,
  ...tlsSettings,
  ...storageSettings,
  ...clusterSettings,
  ...firstStartSettings,
  ...notificationSettings,
  ...observingSettings,
  ...accessSettings,
  ...unauthenticatedSettings,
  ...requestsSettings,
  ...devicesSettings,
  ...alarmsSettings,
  ...rulesSettings,
  ...schedulesSettings,
  ...reportsSettings,
  ...calculatedChannelsSettings,
  ...dashboardsSettings,
  ...mqttSettings,
  ...mqttSessionsSettings,
  ...filesSettings,
  ...telemetrySettings,
  ...tenantsSettings,
  ...liveSettings,
  ...mailSettings,
  ...jobsSettings,
} as const;

export type Settings = typeof settings;
export type SettingName = keyof Settings;

export const settingNames = Object.keys(settings) as readonly SettingName[];

/** `--http-port` for `HELIO_HTTP_PORT`. */
export const flagOf = (variable: string): string =>
  `--${variable.slice("HELIO_".length).toLowerCase().replaceAll("_", "-")}`;
