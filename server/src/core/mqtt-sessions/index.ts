export { attributePushes, attributesJson } from "./attribute-push.ts";
export type {
  KeptSession,
  KeptSubscription,
  MqttSessionStore,
  PushToQueue,
  QueuedPush,
  SessionName,
} from "./mqtt-session-store.ts";
export { type ConnectionRecords, keepReceipts, recoverReceipts, withReceipts } from "./receipts.ts";
export { keepSessionLease, renewLeaseEveryMs } from "./session-lease.ts";
