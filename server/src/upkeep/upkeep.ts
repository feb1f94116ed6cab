import type { Logger } from "pino";
import type { Platform } from "../compose/compose.ts";
import { expireAudit, ToldEnds } from "../core/audit/index.ts";
import { keepReceipts, keepSessionLease, renewLeaseEveryMs } from "../core/mqtt-sessions/index.ts";
import { applyRetention, forgetRemoved, learnOwners } from "../core/telemetry/index.ts";
import { repeat } from "../kernel/repeat.ts";
import { steadyClock } from "../kernel/time.ts";
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
const communicationFlushEveryMs = 1_000;
const releasedContentsEveryMs = 1_000;
const fileCleaningEveryMs = 60_000;
const learnOwnersAfterMs = 2_000;
const straysEveryMs = 24 * 60 * 60_000;
const contentCheckEveryMs = 1_000;
const diskLookEveryMs = 1_000;
/** Receipts of QoS 2 messages that their session did not note for so long are noted for it. */
const receiptsAfterMs = 10_000;
const retentionEveryMs = 10 * 60_000;

/** What goes on beside serving; `undo` ends it. */
export function runUpkeep(config: Config, platform: Platform, logger: Logger, undo: AsyncDisposableStack): void {
  const upkeep = startUpkeep(config, platform, logger);
  const strays = findStrays(platform, logger);
  const courier = platform.courier.start();
  const jobs = platform.jobRunner.start();
  platform.jobs.onAdded(() => platform.jobRunner.wake());
  platform.outbox.onAdded(() => platform.courier.wake());
  undo.defer(async () => {
    await jobs.stop();
    await courier.stop();
    platform.blobCleaner.stop();
    await platform.contentCheck.stop();
    await upkeep.stop();
    await strays;
  });
}

/** What has to be done now and then. */
function startUpkeep(config: Config, platform: Platform, logger: Logger): { stop(): Promise<void> } {
  const failed = (task: string) => (error: unknown) => logger.error({ err: error, task }, "upkeep failed");
  const ends = new ToldEnds(platform.auditStore, logger);
  const tasks = [
    repeat(activityFlushEveryMs, failed("device activity"), async () => {
      platform.activity.sweep();
      await platform.activity.flush();
    }),
    repeat(Math.min(forgetEveryMs, config.forgetAfter), failed("points of removed devices"), () =>
      forgetRemoved(platform.pointsToForget, platform.telemetryStore, config.forgetAfter, platform.clock),
    ),
    repeat(retentionEveryMs, failed("telemetry retention"), () =>
      applyRetention({
        settings: platform.tenantSettings,
        devices: platform.deviceStore,
        store: platform.telemetryStore,
        clock: platform.clock,
      }),
    ),
    repeat(
      learnOwnersAfterMs,
      failed("owners of telemetry series"),
      once(() =>
        learnOwners({ tenants: platform.tenants, devices: platform.deviceStore, store: platform.telemetryStore }),
      ),
    ),
    repeat(receiptsAfterMs, failed("receipts of QoS 2 messages"), () =>
      keepReceipts(platform.telemetryStore, platform.mqttSessions, receiptsAfterMs),
    ),
    repeat(failedLoginsEveryMs, failed("failed logins"), async () => platform.failedLogins.summarise(steadyClock())),
    repeat(auditEveryMs, failed("audit log"), async () => {
      await platform.audit.flush();
      await ends.tell();
    }),
    repeat(retentionEveryMs, failed("retention of the audit log"), () =>
      expireAudit(platform.auditStore, config.auditRetention, platform.clock),
    ),
    repeat(sessionUseEveryMs, failed("use of sessions"), () => platform.sessions.keepUse()),
    repeat(auditEveryMs, failed("ends of visits"), () => platform.sessions.closeVisits()),
    repeat(sessionUseEveryMs, failed("use of API keys"), () => platform.apiKeys.keepUse()),
    repeat(expiredSessionsEveryMs, failed("expired sessions"), async () => {
      await platform.sessions.removeExpired();
      await platform.invitations.removeEnded();
      await platform.passwordResets.removeEnded();
    }),
    repeat(renewLeaseEveryMs, failed("MQTT sessions of other nodes"), () =>
      keepSessionLease(platform.mqttSessions, platform.clock, config.mqttSessionLifetime),
    ),
    repeat(commandSweepEveryMs, failed("overdue commands"), () => platform.commands.sweep()),
    repeat(shelvesEveryMs, failed("shelved alarms"), () => platform.shelving.sweep()),
    repeat(communicationFlushEveryMs, failed("communication log"), async () => {
      const dropped = await platform.communication.flush();
      if (dropped > 0) logger.warn({ dropped }, "entries of the communication log were dropped");
    }),
    repeat(releasedContentsEveryMs, failed("contents of deleted files"), async () => {
      await platform.blobCleaner.sweep();
    }),
    repeat(straysEveryMs, failed("contents without a file"), async () => {
      await platform.blobCleaner.findStrays();
    }),
    repeat(fileCleaningEveryMs, failed("contents of files"), async () => {
      await platform.blobCleaner.removeStrays();
      await platform.downloads.removeExpired();
      await platform.fileRequests.reconcile();
      platform.fileIndexing.wake();
    }),
    repeat(diskLookEveryMs, failed("room on the disk"), () => platform.room.look()),
    repeat(contentCheckEveryMs, failed("check of contents"), () => platform.contentCheck.step()),
    repeat(retentionEveryMs, failed("retention"), async () => {
      await platform.communication.removeOld();
      await platform.commands.removeFinished(config.communicationRetention);
      await platform.alarms.removeOld();
      await platform.rules.removeOld();
      await platform.mqttSessions.removeExpired(platform.clock());
      await platform.outbox.removeGivenUp(config.outboxRetention);
      await platform.jobs.removeFinished(config.jobRetention);
    }),
  ];
  return {
    stop: async () => {
      await Promise.all(tasks.map((task) => task.stop()));
      await platform.audit.flush("all").catch(failed("audit log"));
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
