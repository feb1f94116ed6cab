import { type Static, Type } from "typebox";
import { AttributeScopeName } from "./attributes.ts";
import { Uuid } from "./ids.ts";

/** Chosen by the client, unique among its subscriptions; using one again replaces what it stood for. */
const SubscriptionId = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

const keyLists = { minItems: 1, maxItems: 1_000 };
const Key = Type.String({ minLength: 1, maxLength: 512 });

export const AuthFrame = Type.Object({
  type: Type.Literal("auth"),
  token: Type.String({ minLength: 1, maxLength: 4_096 }),
});

/** Lists too long to be sent: whoever shows one is told that it changed, and reads it again over REST. */
export const liveLists = ["commands", "communication", "files", "alarms"] as const;
export type LiveList = (typeof liveLists)[number];

/** What of a device is to be shown; `true` is all of it [TEL7]. */
export const SubscribeFrame = Type.Object({
  type: Type.Literal("subscribe"),
  id: SubscriptionId,
  deviceId: Uuid,
  telemetry: Type.Optional(Type.Union([Type.Boolean(), Type.Array(Key, keyLists)])),
  attributes: Type.Optional(
    Type.Union([
      Type.Boolean(),
      Type.Object({
        scopes: Type.Optional(Type.Array(AttributeScopeName, { minItems: 1, maxItems: 3 })),
        keys: Type.Optional(Type.Array(Key, keyLists)),
      }),
    ]),
  ),
  activity: Type.Optional(Type.Boolean()),
  lists: Type.Optional(Type.Array(Type.Enum([...liveLists]), { minItems: 1, maxItems: liveLists.length })),
});
export type SubscribeFrame = Static<typeof SubscribeFrame>;

/** Alarms of every device within reach, as they change [ALM4]. */
export const WatchAlarmsFrame = Type.Object({ type: Type.Literal("watchAlarms"), id: SubscriptionId });
export type WatchAlarmsFrame = Static<typeof WatchAlarmsFrame>;

/** How many messages of one's own inbox are unread, as it changes [NTF1]. */
export const WatchInboxFrame = Type.Object({ type: Type.Literal("watchInbox"), id: SubscriptionId });
export type WatchInboxFrame = Static<typeof WatchInboxFrame>;

export const UnsubscribeFrame = Type.Object({ type: Type.Literal("unsubscribe"), id: SubscriptionId });

export const PingFrame = Type.Object({ type: Type.Literal("ping") });

/** What a client may send, by its type; described in docs/live.md. */
export const clientFrames = {
  auth: AuthFrame,
  subscribe: SubscribeFrame,
  watchAlarms: WatchAlarmsFrame,
  watchInbox: WatchInboxFrame,
  unsubscribe: UnsubscribeFrame,
  ping: PingFrame,
} as const;
export type ClientFrame = Static<(typeof clientFrames)[keyof typeof clientFrames]>;

/** Why the server closed the connection, beside the standard codes. */
export const liveCloseCodes = {
  /** No valid token within the time, or the session has ended: log in, then connect again. */
  notAuthenticated: 4401,
  /** Too many connections of this user. */
  tooMany: 4429,
} as const;
