import type { Database } from "../adapters/sql/database.ts";
import { SqlAlarmCommentStore } from "../adapters/sql/stores/alarm-comment-store.ts";
import { SqlAlarmStore } from "../adapters/sql/stores/alarm-store.ts";
import { SqlMaintenanceWindowStore } from "../adapters/sql/stores/maintenance-window-store.ts";
import type { RuleInputNotes } from "../adapters/sql/stores/rule-inputs.ts";
import { SqlUserStore } from "../adapters/sql/stores/user-store.ts";
import {
  AlarmAssignees,
  AlarmComments,
  type AlarmFollower,
  AlarmHandling,
  type AlarmLimits,
  Alarms,
  type HearOpenAlarms,
  MaintenanceWindows,
  Shelving,
} from "../core/alarms/index.ts";
import type { Audit } from "../core/audit/index.ts";
import type { Transactions } from "../core/changes/index.ts";
import type { DeviceTypes } from "../core/device-types/index.ts";
import type { Devices } from "../core/devices/index.ts";
import type { EventBus } from "../core/events/index.ts";
import type { Projects } from "../core/projects/index.ts";
import type { Clock } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";

/** Alarms, and what people do with them. */
export interface AlarmParts {
  readonly alarms: Alarms;
  readonly alarmHandling: AlarmHandling;
  readonly alarmComments: AlarmComments;
  readonly alarmAssignees: AlarmAssignees;
  readonly shelving: Shelving;
  readonly maintenance: MaintenanceWindows;
}

interface Around {
  readonly ruleInputs: RuleInputNotes;
  readonly database: Database;
  readonly transactions: Transactions;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly projects: Projects;
  readonly devices: Devices;
  readonly deviceTypes: DeviceTypes;
  /** What is told because of them is stored with them. */
  readonly tell: AlarmFollower;
  readonly clock: Clock;
}

export function composeAlarms(config: Config, around: Around): AlarmParts {
  const { database, transactions, events, audit, projects, devices, deviceTypes, clock } = around;
  const limits = limitsOf(config);
  const store = new SqlAlarmStore(database);
  const shared = { transactions, events, audit, clock };
  const comments = new AlarmComments(
    { ...shared, store: new SqlAlarmCommentStore(database), alarms: store },
    limits.commentsPerAlarm,
  );
  const onOpen: HearOpenAlarms = ({ tenantId, originator, type }, isOpen) =>
    around.ruleInputs.note({
      ...{ tenantId, deviceId: originator.id, kind: "ALARM", name: type },
      ...{ value: isOpen, before: !isOpen },
    });
  const alarms = new Alarms({ ...shared, store, comments, onOpen, follower: around.tell }, limits);
  const assignees = new AlarmAssignees(new SqlUserStore(database));
  const handling = new AlarmHandling({ ...shared, store, comments, alarms, devices, assignees });
  return {
    alarms,
    alarmHandling: handling,
    alarmComments: comments,
    alarmAssignees: assignees,
    shelving: new Shelving({ ...shared, store, alarms, handling, comments }),
    maintenance: new MaintenanceWindows(
      { ...shared, store: new SqlMaintenanceWindowStore(database), devices, projects, types: deviceTypes },
      limits.windowsPerTenant,
    ),
  };
}

const limitsOf = (config: Config): AlarmLimits => ({
  perTenant: config.alarmsPerTenant,
  openPerDevice: config.alarmsPerDevice,
  detailsBytes: config.alarmDetailsBytes,
  commentsPerAlarm: config.alarmComments,
  windowsPerTenant: config.maintenanceWindows,
  retentionMs: config.alarmRetention,
});
