import type { AttributeScope } from "@heliograph/contract";
import type {
  AlarmId,
  ApiKeyId,
  AuthorityId,
  CommandId,
  DashboardId,
  DeviceId,
  DeviceTypeId,
  ProjectId,
  SessionId,
  TenantId,
  UserId,
} from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** Whose sessions or keys ended, or who may do something else than before. */
type AccessChange =
  | { readonly of: "sessions"; readonly sessionIds: readonly SessionId[] }
  | { readonly of: "keys"; readonly keyIds: readonly ApiKeyId[] }
  | { readonly of: "user"; readonly userId: UserId }
  | { readonly of: "tenant"; readonly tenantId: TenantId }
  | { readonly of: "everybody" };

/** What others may want to know, beside the way of the data. Delivery is best effort: the store is the truth. */
export interface Events {
  "device-created": { readonly tenantId: TenantId; readonly deviceId: DeviceId };
  "device-updated": { readonly tenantId: TenantId; readonly deviceId: DeviceId };
  /** A type has another name or describes something else: so do its devices. */
  "device-type-changed": { readonly tenantId: TenantId; readonly typeId: DeviceTypeId };
  /** They are in another project now, or in none [PRJ1]. */
  "devices-moved": {
    readonly tenantId: TenantId;
    readonly deviceIds: readonly DeviceId[];
    readonly projectId: ProjectId | null;
  };
  /** The tree of projects: who reaches what may be another answer now. */
  "projects-changed": { readonly tenantId: TenantId };
  /** Its token stopped working: connections with it are to be closed. */
  "device-removed": { readonly tenantId: TenantId; readonly deviceId: DeviceId; readonly token: string };
  /** `token` is the old one; connections with it are to be closed [DEV4]. */
  "device-token-changed": { readonly tenantId: TenantId; readonly deviceId: DeviceId; readonly token: string };
  "device-activity": {
    readonly tenantId: TenantId;
    readonly deviceId: DeviceId;
    readonly active: boolean;
    readonly lastActivityTime: EpochMs;
  };
  /** The keys written and the keys removed; who wants the values reads them, and then has the newest. */
  "attributes-changed": {
    readonly tenantId: TenantId;
    readonly deviceId: DeviceId;
    readonly scope: AttributeScope;
    readonly changed: readonly string[];
    readonly deleted: readonly string[];
  };
  /** Points of these keys were removed: their latest value may be another one, or none. */
  "telemetry-deleted": { readonly tenantId: TenantId; readonly deviceId: DeviceId; readonly keys: readonly string[] };
  /** Who keeps a connection open on the strength of a session asks again whether it may. */
  "access-changed": AccessChange;
  /** A command waits for the device. */
  "command-queued": { readonly tenantId: TenantId; readonly deviceId: DeviceId; readonly type: string };
  "command-changed": { readonly commandId: CommandId; readonly deviceId: DeviceId; readonly status: string };
  /** The communication log of a device has a new entry. */
  "communication-recorded": { readonly deviceId: DeviceId };
  /** `status` is undefined when the file is gone. */
  "file-changed": {
    readonly tenantId: TenantId;
    readonly deviceId: DeviceId;
    readonly tag: string;
    readonly name: string;
    readonly status: 0 | 1 | 2 | 3 | undefined;
    /** The server has new bytes of it. */
    readonly isReceived: boolean;
  };
  /** A list of the device told that so many files are no longer there. */
  "files-missing": { readonly deviceId: DeviceId; readonly count: number };
  /** An alarm was raised, changed or commented on; `isGone` when it was deleted [ALM4]. */
  "alarm-changed": {
    readonly tenantId: TenantId;
    readonly alarmId: AlarmId;
    readonly deviceId: DeviceId;
    readonly isGone: boolean;
    /** Neither cleared nor deleted. */
    readonly isOpen: boolean;
  };
  /** Somebody's inbox has another number of unread messages [NTF1]. */
  "inbox-changed": { readonly authorityId: AuthorityId };
  /** A link to a dashboard, or all of a dashboard's, may show something else now, or nothing [DSH6]. */
  "shares-changed": { readonly dashboardId: DashboardId };
  /** Rules, or calculated channels, are others. */
  "rules-changed": Readonly<Record<string, never>>;
  "calculated-channels-changed": Readonly<Record<string, never>>;
  /** Other nodes may have said something that this one did not hear: what is remembered may be old [CLU2]. */
  "events-missed": Readonly<Record<string, never>>;
  /** Everything in it is gone, its devices' tokens too. */
  "tenant-removed": { readonly tenantId: TenantId };
}

export interface EventBus {
  publish<Name extends keyof Events>(name: Name, event: Events[Name]): void;
  /** Returns the way to stop listening. A listener that throws is logged and disturbs nobody. */
  subscribe<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void;
}
