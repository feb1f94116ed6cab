import type { AccessTables } from "./tables/access.ts";
import type { AccountTables } from "./tables/accounts.ts";
import type { AlarmTables } from "./tables/alarms.ts";
import type { AuditTables } from "./tables/audit.ts";
import type { CalculatedChannelTables } from "./tables/calculated-channels.ts";
import type { CommandTables } from "./tables/commands.ts";
import type { DashboardTables } from "./tables/dashboards.ts";
import type { DeviceTypeTables } from "./tables/device-types.ts";
import type { DeviceTables } from "./tables/devices.ts";
import type { FileTables } from "./tables/files.ts";
import type { InstallationTables } from "./tables/installation.ts";
import type { JobTables } from "./tables/jobs.ts";
import type { MqttTables } from "./tables/mqtt.ts";
import type { NoteTables } from "./tables/notes.ts";
import type { NotificationTables } from "./tables/notifications.ts";
import type { OutboxTables } from "./tables/outbox.ts";
import type { ReportTables } from "./tables/reports.ts";
import type { RuleTables } from "./tables/rules.ts";
import type { ScheduleTables } from "./tables/schedules.ts";
import type { TenantTables } from "./tables/tenants.ts";

/** The columns as the databases hold them, by room; the stores translate to and from the core's words. */
export interface Tables
  extends AccessTables,
    AccountTables,
    AlarmTables,
    AuditTables,
    CalculatedChannelTables,
    CommandTables,
    DashboardTables,
    DeviceTypeTables,
    DeviceTables,
    FileTables,
    InstallationTables,
    JobTables,
    MqttTables,
    NoteTables,
    NotificationTables,
    OutboxTables,
    ReportTables,
    RuleTables,
    ScheduleTables,
    TenantTables {}
