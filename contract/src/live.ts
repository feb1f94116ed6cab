import { type Static, Type } from "typebox";
import { AttributeScopeName } from "./attributes.ts";
import { partNamePattern } from "./dashboards/names.ts";
import { DeviceSelection, PlainSelection } from "./dashboards/selection.ts";
import { Uuid } from "./ids.ts";

/** Chosen by the client, unique among its subscriptions; using one again replaces what it stood for. */
const SubscriptionId = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

const keyLists = { minItems: 1, maxItems: 1_000 };
const Key = Type.String({ minLength: 1, maxLength: 512 });

export const AuthFrame = Type.Object({
  type: Type.Literal("auth"),
  token: Type.String({ minLength: 1, maxLength: 4_096 }),
});

/** Whoever has a link to a dashboard, and nothing else; `pass` is what a right password gave [DSH6]. */
export const AuthShareFrame = Type.Object({
  type: Type.Literal("authShare"),
  token: Type.String({ minLength: 1, maxLength: 256 }),
  pass: Type.Optional(Type.String({ maxLength: 256 })),
});
export type AuthShareFrame = Static<typeof AuthShareFrame>;

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

/** Some keys of devices that are chosen on the server, as in a page's questions. */
const WatchedSelection = Type.Object({
  devices: DeviceSelection,
  keys: Type.Array(Key, { minItems: 1, maxItems: 100 }),
});
export type WatchedSelection = Static<typeof WatchedSelection>;

/** The newest values of everything a page of a dashboard shows, in one subscription [DSH4]. */
export const WatchPageFrame = Type.Object({
  type: Type.Literal("watchPage"),
  id: SubscriptionId,
  watch: Type.Array(WatchedSelection, keyLists),
  variables: Type.Optional(
    Type.Record(Type.String({ pattern: partNamePattern }), PlainSelection, { maxProperties: 50 }),
  ),
});
export type WatchPageFrame = Static<typeof WatchPageFrame>;

/** The same for a page of the dashboard that a link shows: what is watched is in the dashboard [DSH6]. */
export const WatchSharedFrame = Type.Object({
  type: Type.Literal("watchShared"),
  id: SubscriptionId,
  page: Type.String({ maxLength: 64 }),
  choices: Type.Optional(
    Type.Record(Type.String({ pattern: partNamePattern }), Type.String({ maxLength: 256 }), { maxProperties: 50 }),
  ),
});
export type WatchSharedFrame = Static<typeof WatchSharedFrame>;

export const UnsubscribeFrame = Type.Object({ type: Type.Literal("unsubscribe"), id: SubscriptionId });

export const PingFrame = Type.Object({ type: Type.Literal("ping") });

/** What a client may send, by its type; described in docs/live.md. */
export const clientFrames = {
  auth: AuthFrame,
  authShare: AuthShareFrame,
  subscribe: SubscribeFrame,
  watchAlarms: WatchAlarmsFrame,
  watchInbox: WatchInboxFrame,
  watchPage: WatchPageFrame,
  watchShared: WatchSharedFrame,
  unsubscribe: UnsubscribeFrame,
  ping: PingFrame,
} as const;
export type ClientFrame = Static<(typeof clientFrames)[keyof typeof clientFrames]>;

/** Why the server closed the connection, beside the standard codes. */
export const liveCloseCodes = {
  /** No valid token within the time, or the session or the link has ended: log in, then connect again. */
  notAuthenticated: 4401,
  /** Too many connections of this user, or with this link. */
  tooMany: 4429,
} as const;
