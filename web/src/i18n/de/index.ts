import type { Messages } from "../en/index.ts";
import { invitations, roles, settings, tenants, users } from "./administration.ts";
import { alarms } from "./alarms.ts";
import { apiKeys } from "./api-keys.ts";
import { audit } from "./audit.ts";
import { calculated } from "./calculated-channels.ts";
import { compare } from "./compare.ts";
import { connect } from "./connect.ts";
import { credentials } from "./credentials.ts";
import { dashboards } from "./dashboards.ts";
import { deviceGroups } from "./device-groups.ts";
import { deviceList } from "./device-list.ts";
import { deviceTypes } from "./device-types.ts";
import { device, devices } from "./devices.ts";
import { apiDescription, help } from "./documentation.ts";
import { commands, communication } from "./exchange.ts";
import { files } from "./files.ts";
import { first } from "./first.ts";
import { inbox, why } from "./inbox.ts";
import { deliveries } from "./jobs.ts";
import { mail } from "./mail.ts";
import { maintenance } from "./maintenance.ts";
import { maps } from "./maps.ts";
import { notifications, policies, webhooks } from "./notifications.ts";
import { otherRefusals } from "./other-refusals.ts";
import { overview } from "./overview.ts";
import { permissionGroups, permissionNames } from "./permission-names.ts";
import { permissions } from "./permissions.ts";
import { profile } from "./person.ts";
import { reports } from "./reports.ts";
import { rules } from "./rules.ts";
import { schedules } from "./schedules.ts";
import { secondFactor } from "./second-factor.ts";
import { shared, sharing } from "./sharing.ts";
import { attributes, telemetry } from "./telemetry.ts";
import { tenantSettings } from "./tenant-settings.ts";
import { timeRange } from "./time-range.ts";
import { wall } from "./wall.ts";

export const de: Messages = {
  ...first,
  refusals: { ...first.refusals, ...otherRefusals },
  alarms,
  rules,
  calculated,
  schedules,
  reports,
  dashboards,
  sharing,
  shared,
  wall,
  maps,
  maintenance,
  inbox,
  why,
  notifications,
  policies,
  webhooks,
  devices,
  device,
  overview,
  deviceTypes,
  deviceGroups,
  deviceList,
  telemetry,
  compare,
  timeRange,
  attributes,
  commands,
  communication,
  files,
  connect,
  credentials,
  deliveries,
  users,
  invitations,
  roles,
  permissions,
  permissionNames,
  permissionGroups,
  audit,
  tenants,
  settings,
  tenantSettings,
  mail,
  profile,
  secondFactor,
  apiKeys,
  apiDescription,
  help,
};
