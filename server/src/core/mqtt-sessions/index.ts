export { attributePushes, attributesJson } from "./attribute-push.ts";
export type {
  KeptSession,
  KeptSubscription,
  MqttSessionStore,
  PushToQueue,
  QueuedPush,
} from "./mqtt-session-store.ts";
