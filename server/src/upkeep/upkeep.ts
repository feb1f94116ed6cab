import type { Logger } from "pino";
import type { Platform } from "../compose/compose.ts";
import { AuditSealer, expireAudit, ToldEnds } from "../core/audit/index.ts";
import { keepReceipts, keepSessionLease, renewLeaseEveryMs } from "../core/mqtt-sessions/index.ts";
import { applyRetention, forgetRemoved, learnOwners } from "../core/telemetry/index.ts";
import { repeat } from "../kernel/repeat.ts";
import { steadyClock } from "../kernel/time.ts";
import { Troubles } from "../kernel/troubles.ts";
import type { Config } from "../settings/config.ts";

const activityFlushEveryMs = 1_000;
const failedLoginsEveryMs = 5_000;
const auditEveryMs = 5_000;
/** To the minute is exact enough for whoever looks for a session that is not theirs [AUTH8]. */
const sessionUseEveryMs = 60_000;
const expiredSessionsEveryMs = 10 * 60_000;
const forgetEveryMs = 10_000;
const commandSweepEveryMs = 1_000;
const shelvesEveryMs = 1_000;
const schedulesEveryMs = 1_000;
const reportsEveryMs = 10_000;
const communicationFlushEveryMs = 1_000;
const releasedContentsEveryMs = 1_000;
const fileCleaningEveryMs = 60_000;
const learnOwnersAfterMs = 2_000;
const straysEveryMs = 24 * 60 * 60_000;
const abandonedUploadsEveryMs = 24 * 60 * 60_000;
const contentCheckEveryMs = 1_000;
const diskLookEveryMs = 1_000;
/** Receipts of QoS 2 messages that their session did not note for so long are noted for it. */
const receiptsAfterMs = 10_000;
const retentionEveryMs = 10 * 60_000;
/** What is done so often would fill the log while a database is away. */
const oftenMs = 10_000;

/** What goes on beside serving; `undo` ends it. */
export function runUpkeep(config: Config, platform: Platform, logger: Logger, undo: AsyncDisposableStack): void {
  const upkeep = startUpkeep(config, platform, logger);
  const strays = platform.cluster ? undefined : findStrays(platform, logger); // several do so once a day
  const courier = platform.courier.start();
  const ruleCouriers = platform.ruleCouriers.map((courier) => courier.start());
  const jobs = platform.jobRunner.start();
  const notifier = platform.notifier.start();
  platform.jobs.onAdded(() => platform.jobRunner.wake());
  platform.outbox.onAdded(() => platform.courier.wake());
  undo.defer(async () => {
    await jobs.stop();
    await Promise.all(ruleCouriers.map((courier) => courier.stop()));
    await notifier.stop();
    await courier.stop();
    platform.blobCleaner.stop();
    await platform.contentCheck.stop();
    await upkeep.stop();
    await strays;
  });
}

/** What has to be done now and then. */
function startUpkeep(config: Config, platform: Platform, logger: Logger): { stop(): Promise<void> } {
  const failed = (error: unknown, task: string) => logger.error({ err: error, task }, "upkeep failed");
  const troubles = new Troubles({
    begins: failed,
    over: (failures) => logger.info({ failures }, "upkeep works again"),
  });
  /** What is rare tells each failure; its next turn is too late to say that all is well again. */
  const every = (ms: number, task: string, work: (stopping: AbortSignal) => Promise<void>) =>
    repeat(
      ms,
      (error) => (ms > oftenMs ? failed(error, task) : troubles.met(task, error)),
      async (stopping) => {
        await work(stopping);
        troubles.well(task);
      },
    );
  /** Once for all nodes: one of them does it, until it is gone. */
  const alone = (ms: number, task: string, work: (stopping: AbortSignal) => Promise<void>) =>
    every(ms, task, async (stopping) => {
      if (await platform.isInCharge()) await work(stopping);
    });
  const ends = new ToldEnds(platform.auditStore, logger);
  const sealer = new AuditSealer(platform.auditStore, logger);
  const tasks = [
    // A store that hangs must not keep anybody from seeing that it does.
    every(activityFlushEveryMs, "silent devices", async () => platform.activity.sweep()),
    every(activityFlushEveryMs, "device activity", () => platform.activity.flush()),
    alone(Math.min(forgetEveryMs, config.forgetAfter), "points of removed devices", () =>
      forgetRemoved(platform.pointsToForget, platform.telemetryStore, config.forgetAfter, platform.clock),
    ),
    every(retentionEveryMs, "telemetry retention", () =>
      applyRetention({
        settings: platform.tenantSettings,
        devices: platform.deviceStore,
        store: platform.telemetryStore,
        clock: platform.clock,
      }),
    ),
    every(
      learnOwnersAfterMs,
      "owners of telemetry series",
      once(() =>
        learnOwners({ tenants: platform.tenants, devices: platform.deviceStore, store: platform.telemetryStore }),
      ),
    ),
    every(receiptsAfterMs, "receipts of QoS 2 messages", () =>
      keepReceipts(platform.telemetryStore, platform.mqttSessions, receiptsAfterMs),
    ),
    every(failedLoginsEveryMs, "failed logins", async () => platform.failedLogins.summarise(steadyClock())),
    every(auditEveryMs, "audit log", async () => {
      await platform.audit.flush();
      if (!(await platform.isInCharge())) return;
      await sealer.seal();
      await ends.tell();
    }),
    alone(config.auditSealAfter, "sealing of the audit log", () => sealer.sealOwn()),
    alone(retentionEveryMs, "retention of the audit log", () =>
      expireAudit(platform.auditStore, config.auditRetention, platform.clock),
    ),
    every(sessionUseEveryMs, "use of sessions", () => platform.sessions.keepUse()),
    every(auditEveryMs, "ends of visits", () => platform.sessions.closeVisits()),
    every(sessionUseEveryMs, "use of API keys", () => platform.apiKeys.keepUse()),
    every(sessionUseEveryMs, "use of links", () => platform.openShares.keepUse()),
    alone(expiredSessionsEveryMs, "expired sessions", async () => {
      await platform.sessions.removeExpired();
      await platform.invitations.removeEnded();
      await platform.passwordResets.removeEnded();
    }),
    every(renewLeaseEveryMs, "MQTT sessions of other nodes", () =>
      keepSessionLease(platform.mqttSessions, platform.clock, config.mqttSessionLifetime),
    ),
    alone(commandSweepEveryMs, "overdue commands", () => platform.commands.sweep()),
    alone(schedulesEveryMs, "schedules", (stopping) => platform.scheduleClock.look(stopping)),
    alone(reportsEveryMs, "reports", () => platform.reportFiles.tidy()),
    alone(shelvesEveryMs, "shelved alarms", () => platform.shelving.sweep()),
    every(communicationFlushEveryMs, "communication log", async () => {
      const dropped = await platform.communication.flush();
      if (dropped > 0) logger.warn({ dropped }, "entries of the communication log were dropped");
    }),
    alone(releasedContentsEveryMs, "contents of deleted files", async () => {
      await platform.blobCleaner.sweep();
    }),
    alone(straysEveryMs, "contents without a file", async () => {
      await platform.blobCleaner.findStrays();
    }),
    alone(abandonedUploadsEveryMs, "uploads that were cut short", () => platform.endAbandonedUploads()),
    every(fileCleaningEveryMs, "contents of files", async () => {
      if (!(await platform.isInCharge())) return;
      await platform.blobCleaner.removeStrays();
      await platform.downloads.removeExpired();
      await platform.fileRequests.reconcile();
      platform.fileIndexing.wake(); // what the node that got it left behind
    }),
    every(diskLookEveryMs, "room on the disk", () => platform.room.look()),
    alone(contentCheckEveryMs, "check of contents", () => platform.contentCheck.step()),
    alone(retentionEveryMs, "retention", async () => {
      await platform.communication.removeOld();
      await platform.commands.removeFinished(config.communicationRetention);
      await platform.alarms.removeOld();
      await platform.rules.removeOld();
      await platform.dashboardTrash.removeOld();
      await platform.mqttSessions.removeExpired(platform.clock());
      await platform.notificationRecords.removeOld();
      await platform.outbox.removeGivenUp(config.outboxRetention);
      await platform.jobs.removeFinished(config.jobRetention);
    }),
  ];
  return {
    stop: async () => {
      await Promise.all(tasks.map((task) => task.stop()));
      await platform.audit.flush("all").catch((error: unknown) => failed(error, "audit log"));
      await sealer.sealOwn(); // or whoever starts next
    },
  };
}

/** Until it has succeeded. */
function once(work: () => Promise<void>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    await work();
    isDone = true;
  };
}

/** Beside everything else: looking at a million files takes its time. */
async function findStrays(platform: Platform, logger: Logger): Promise<void> {
  try {
    await platform.blobCleaner.findStrays();
  } catch (error) {
    logger.error({ err: error }, "contents without a file could not be looked for");
  }
}
