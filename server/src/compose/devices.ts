import { randomUUID } from "node:crypto";
import type { DiskRoom } from "../adapters/data-folder/disk-room.ts";
import { deviceSheet } from "../adapters/spreadsheets/device-sheet.ts";
import type { Database } from "../adapters/sql/database.ts";
import { followWithPushes } from "../adapters/sql/stores/attribute-push-follower.ts";
import { SqlAttributeStore } from "../adapters/sql/stores/attribute-store.ts";
import { SqlCommandStore } from "../adapters/sql/stores/command-store.ts";
import { SqlCommunicationStore } from "../adapters/sql/stores/communication-store.ts";
import { SqlDeviceChannelStore } from "../adapters/sql/stores/device-channel-store.ts";
import { SqlDeviceGroupStore } from "../adapters/sql/stores/device-group-store.ts";
import { SqlDeviceIndex } from "../adapters/sql/stores/device-index.ts";
import { SqlDeviceStore } from "../adapters/sql/stores/device-store.ts";
import { SqlDeviceTypeStore } from "../adapters/sql/stores/device-type-store.ts";
import { SqlDeviceViewStore } from "../adapters/sql/stores/device-view-store.ts";
import { SqlMqttSessionStore } from "../adapters/sql/stores/mqtt-session-store.ts";
import { SqlNoteStore } from "../adapters/sql/stores/note-store.ts";
import { SqlPinStore } from "../adapters/sql/stores/pin-store.ts";
import { SqlPlaceStore } from "../adapters/sql/stores/place-store.ts";
import type { RuleInputNotes } from "../adapters/sql/stores/rule-inputs.ts";
import { SqlSavedCommandStore } from "../adapters/sql/stores/saved-command-store.ts";
import { SqlTimelineStore } from "../adapters/sql/stores/timeline-store.ts";
import { Attributes } from "../core/attributes/index.ts";
import type { Audit } from "../core/audit/index.ts";
import type { Transactions } from "../core/changes/index.ts";
import { ChannelSearch, type KeyMatches, TypeTitles } from "../core/channel-search/index.ts";
import { Commands, DeviceCalls } from "../core/commands/index.ts";
import { CommunicationLog, RefusedContacts } from "../core/communication/index.ts";
import { type CalculatedForDevice, DeviceChannels } from "../core/device-channels/index.ts";
import type { SheetWriter } from "../core/device-export/index.ts";
import { DeviceGroups, GroupMembers, type LatestMatches } from "../core/device-groups/index.ts";
import { DevicesByValue } from "../core/device-order/index.ts";
import { DevicePins, DeviceTimeline } from "../core/device-overview/index.ts";
import { DeviceTypes } from "../core/device-types/index.ts";
import { DeviceViews } from "../core/device-views/index.ts";
import {
  ChosenTokens,
  DeviceActivity,
  type DeviceStore,
  Devices,
  DeviceTokens,
  TokenGuesses,
} from "../core/devices/index.ts";
import type { EventBus } from "../core/events/index.ts";
import { FleetPositions } from "../core/fleet-positions/index.ts";
import type { MqttSessionStore } from "../core/mqtt-sessions/index.ts";
import { Notes } from "../core/notes/index.ts";
import type { Projects } from "../core/projects/index.ts";
import { SavedCommands } from "../core/saved-commands/index.ts";
import type { NewestPoints, PointIntake, TelemetryStore } from "../core/telemetry/index.ts";
import type { TenantQuotas } from "../core/tenants/index.ts";
import type { TenantId } from "../kernel/ids.ts";
import { type Clock, monotonicMs } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";

/** Devices and what is exchanged with them, but for points and files. */
export interface DeviceParts {
  readonly devices: Devices;
  readonly deviceTypes: DeviceTypes;
  readonly deviceChannels: DeviceChannels;
  readonly channelSearch: ChannelSearch;
  readonly deviceGroups: DeviceGroups;
  readonly groupMembers: GroupMembers;
  readonly deviceViews: DeviceViews;
  readonly deviceSheet: SheetWriter;
  readonly newestPoints: NewestPoints;
  readonly fleetPositions: FleetPositions;
  readonly devicesByValue: DevicesByValue;
  readonly deviceStore: DeviceStore;
  readonly activity: DeviceActivity;
  readonly attributes: Attributes;
  readonly tokens: DeviceTokens;
  readonly guesses: TokenGuesses;
  readonly chosenTokens: ChosenTokens;
  readonly commands: Commands;
  readonly calls: DeviceCalls;
  readonly communication: CommunicationLog;
  readonly refusedContacts: RefusedContacts;
  readonly mqttSessions: MqttSessionStore;
  readonly timeline: DeviceTimeline;
  readonly pins: DevicePins;
  readonly notes: Notes;
  readonly savedCommands: SavedCommands;
}

interface Around {
  readonly calculated: CalculatedForDevice;
  readonly database: Database;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly projects: Projects;
  readonly quotas: TenantQuotas;
  readonly transactions: Transactions;
  readonly telemetryStore: Pick<TelemetryStore, "keys" | "latest" | "aggregate"> &
    NewestPoints & { readonly search: LatestMatches; readonly keySearch: KeyMatches };
  readonly room: Pick<DiskRoom, "requireForRows">;
  readonly clock: Clock;
  readonly pointIntake: PointIntake;
  readonly ruleInputs: RuleInputNotes;
  /** Of this run of the node, where there are several. */
  readonly nodeName: string | undefined;
}

export function composeDevices(config: Config, around: Around): DeviceParts {
  const { database, events, clock, audit, projects, quotas } = around;
  const deviceStore = new SqlDeviceStore(
    database,
    clock,
    {
      devicesOf: (tenant) => quotas.limitOf(tenant, "devices"),
      types: config.deviceTypesPerTenant,
    },
    around.ruleInputs,
  );
  const activity = new DeviceActivity(
    deviceStore,
    events,
    config.inactivityTimeout,
    clock,
    monotonicMs,
    around.pointIntake,
  );
  const guesses = guessesOf(config);
  const chosenTokens = new ChosenTokens({ store: deviceStore, guesses, clock }, config.deviceTokenMinLength);
  const perTenant = config.deviceTypesPerTenant;
  const typeStore = new SqlDeviceTypeStore(database);
  const types = new DeviceTypes({ store: typeStore, audit, events, clock, perTenant });
  const parts = { store: deviceStore, activity, events, clock, chosenTokens, audit, types, projects, quotas };
  const devices = new Devices(parts);
  const commands = new Commands(
    {
      store: new SqlCommandStore(database, around.ruleInputs),
      events,
      audit,
      clock,
      transactions: around.transactions,
    },
    { answerTimeoutMs: config.commandTimeout, waitingPerDevice: config.commandQueueLimit },
  );
  const communication = communicationOf(config, around);
  return {
    deviceTypes: types,
    deviceChannels: new DeviceChannels({
      ...{ devices, types, audit, events, clock },
      store: new SqlDeviceChannelStore(database),
      telemetry: around.telemetryStore,
      limits: typeLimitsOf(config),
      calculated: around.calculated,
    }),
    channelSearch: new ChannelSearch({
      ...{ devices, titles: new TypeTitles(typeStore), index: new SqlDeviceIndex(database) },
      ...{ keys: around.telemetryStore.keySearch, points: around.telemetryStore },
    }),
    ...groupsOf(config, around, activity),
    ...{ deviceSheet, newestPoints: around.telemetryStore },
    fleetPositions: new FleetPositions(
      { devices, telemetry: around.telemetryStore, places: new SqlPlaceStore(database) },
      config.fleetDevices,
    ),
    devicesByValue: new DevicesByValue({ devices, telemetry: around.telemetryStore }, config.valueSortDevices),
    ...{ devices, deviceStore, activity, guesses, chosenTokens, commands },
    attributes: attributesOf(config, around, devices),
    tokens: new DeviceTokens(deviceStore, events),
    calls: new DeviceCalls(commands, events, clock),
    refusedContacts: new RefusedContacts(config.refusedContactAddresses, clock),
    communication,
    timeline: new DeviceTimeline({
      ...{ audit, communication },
      store: new SqlTimelineStore(database, config.inactivityTimeout),
    }),
    notes: new Notes(
      { ...{ devices, audit, clock, transactions: around.transactions }, store: new SqlNoteStore(database) },
      config.notesPerTenant,
    ),
    savedCommands: new SavedCommands(
      { ...{ audit, clock, transactions: around.transactions }, store: new SqlSavedCommandStore(database) },
      config.savedCommandsPerUser,
    ),
    pins: new DevicePins({ store: new SqlPinStore(database), audit, transactions: around.transactions }),
    mqttSessions: new SqlMqttSessionStore(
      database,
      config.mqttQueueLimit,
      around.nodeName ?? randomUUID(),
      config.mqttSessionsPerDevice,
    ),
  };
}

const typeLimitsOf = (config: Config) => ({
  seenDevices: config.typeSeenDevices,
  overridingDevices: config.typeOverridingDevices,
  values: {
    devices: config.typeValuesDevices,
    series: config.typeValuesSeries,
    points: config.typeValuesPoints,
    timeMs: config.typeValuesTime,
  },
});

function groupsOf(config: Config, around: Around, activity: DeviceActivity) {
  const { database, transactions, audit, clock, projects, telemetryStore } = around;
  const deviceGroups = new DeviceGroups(
    { store: new SqlDeviceGroupStore(database), transactions, audit, clock },
    { perTenant: config.deviceGroupsPerTenant, conditions: config.deviceGroupConditions },
  );
  const parts = { index: new SqlDeviceIndex(database), latest: telemetryStore.search, projects, activity, clock };
  const deviceViews = new DeviceViews(
    { store: new SqlDeviceViewStore(database), groups: deviceGroups, transactions, audit, clock },
    { perUser: config.deviceViewsPerUser, perTenant: config.deviceViewsPerTenant },
  );
  return { deviceGroups, deviceViews, groupMembers: new GroupMembers({ ...parts, groups: deviceGroups }) };
}

const guessesOf = (config: Config): TokenGuesses =>
  new TokenGuesses({
    freeGuesses: config.tokenFreeGuesses,
    longestDelayMs: config.tokenDelayMax,
    guessesPerMinute: config.tokenGuessesPerMinute,
  });

const attributesOf = (config: Config, around: Around, devices: Devices): Attributes => {
  const { database, events, audit, clock, room, quotas } = around;
  const followers = [followWithPushes(config.mqttQueueLimit)];
  const bytesOf = (tenant: TenantId) => quotas.limitOf(tenant, "attributeQuota");
  return new Attributes(
    new SqlAttributeStore(database, config.attributesPerScope, followers, bytesOf, around.ruleInputs),
    events,
    {
      perScope: config.attributesPerScope,
      valueBytes: config.attributeValueBytes,
      readBytes: config.attributeReadBytes,
    },
    clock,
    devices,
    audit,
    quotas,
    () => room.requireForRows(),
  );
};

const communicationOf = (config: Config, { database, events, clock }: Around): CommunicationLog =>
  new CommunicationLog(
    new SqlCommunicationStore(database),
    {
      keepMs: config.communicationRetention,
      entriesPerDevice: config.communicationLimit,
      payloadBytes: config.communicationPayload,
    },
    clock,
    { events },
  );
