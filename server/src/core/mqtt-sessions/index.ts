export { attributePushes, attributesJson } from "./attribute-push.ts";
export type {
  KeptSession,
  KeptSubscription,
  MqttSessionStore,
  PushToQueue,
  QueuedPush,
  SessionName,
} from "./mqtt-session-store.ts";
