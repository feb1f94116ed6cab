import { type Static, Type } from "typebox";
import type { Channel } from "../device-types/channel.ts";
import { entityId, Uuid } from "../ids.ts";
import { nullable } from "../nullable.ts";
import { lineText, nameText } from "../text.ts";
import { latestVersion, moment, Timestamp } from "../time.ts";
import { closed } from "./closed.ts";
import type { DashboardConfiguration } from "./configuration.ts";
import { emptyConfiguration } from "./empty-configuration.ts";
import { MomentExpression } from "./moment-expression.ts";
import { partNamePattern } from "./names.ts";
import type { DataLine } from "./queries/data-lines.ts";
import { PlainSelection } from "./selection.ts";

const name = nameText("Whom the link is for", "Customer, acceptance week 47");
/** Ten years. */
const longestMs = 315_360_000_000;

const times = [
  Type.Object({ kind: Type.Literal("OWN") }, { ...closed, description: "As the dashboard says" }),
  Type.Object(
    { kind: Type.Literal("FIXED"), from: MomentExpression, to: MomentExpression },
    { ...closed, description: "Always this time" },
  ),
  Type.Object(
    {
      kind: Type.Literal("LIMITED"),
      longestMs: Type.Integer({ minimum: 60_000, maximum: longestMs, description: "At once", examples: [604_800_000] }),
      notBefore: Type.Optional(nullable(moment("Nothing before this moment; Unix milliseconds"))),
    },
    { ...closed, description: "Any time, of this length at most" },
  ),
] as const;

export type ShareTime = Static<(typeof times)[number]>;

/** Which times whoever has the link may look at [DSH6]. */
export const ShareTime = Type.Unsafe<ShareTime>({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: [...times],
  description: "Which times can be looked at",
  examples: [{ kind: "LIMITED", longestMs: 604_800_000, notBefore: 1794700800000 }],
});

const variable = [
  Type.Object({ kind: Type.Literal("FREE") }, { ...closed, description: "Whoever looks chooses among what it offers" }),
  Type.Object(
    { kind: Type.Literal("DEVICES"), devices: PlainSelection },
    { ...closed, description: "These devices, fixed" },
  ),
  Type.Object({ kind: Type.Literal("TEXT"), text: lineText("The text", "day") }, { ...closed, description: "Fixed" }),
] as const;

/** What a variable is behind a link; one that nothing is said of is fixed to its default. */
export type ShareVariable = Static<(typeof variable)[number]>;
const ShareVariable = Type.Unsafe<ShareVariable>({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: [...variable],
});

const variables = Type.Record(Type.String({ pattern: partNamePattern }), ShareVariable, {
  ...closed,
  maxProperties: 50,
  description: "By name; those that are not here are fixed to their default",
});

const embedOrigins = Type.Array(
  Type.String({
    maxLength: 255,
    pattern: "^https?://[a-zA-Z0-9.-]+(:\\d{1,5})?$",
    "x-must": "must be an origin such as https://portal.example.com",
    examples: ["https://portal.example.com"],
  }),
  { maxItems: 20, uniqueItems: true, description: "Pages of these origins may show it in a frame" },
);

/** No field is passed over: `expires` for `expiresTime` would be a link without an end [API7]. */
export const ShareRequest = Type.Object(
  {
    name,
    version: Type.Integer({
      minimum: 1,
      maximum: latestVersion,
      description: "The version of the dashboard that is shown",
      examples: [13],
    }),
    expiresTime: Type.Optional(nullable(moment("Unix ms of its end; none without", 1826236800000))),
    password: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 1_024, description: "Asked for before anything is shown" })),
    ),
    time: Type.Optional(ShareTime),
    variables: Type.Optional(variables),
    embedOrigins: Type.Optional(embedOrigins),
  },
  closed,
);
export type ShareRequest = Static<typeof ShareRequest>;

const lastUsedTime = nullable(
  Type.Integer({ description: "Null: not yet; to the minute after a crash", examples: [1794787200000] }),
);

/** A link to a dashboard, without its secret [DSH6]. */
export const ShareRecord = Type.Object({
  id: entityId("DASHBOARD_SHARE"),
  createdTime: Timestamp,
  createdBy: Type.String({ description: "User name; what is shown is read with their rights", examples: ["ada"] }),
  name,
  version: Type.Integer({ description: "The version of the dashboard that is shown", examples: [13] }),
  expiresTime: nullable(Type.Integer({ description: "Unix ms of its end; null has none", examples: [1826236800000] })),
  hasPassword: Type.Boolean(),
  time: ShareTime,
  variables,
  embedOrigins,
  lastUsedTime,
  works: Type.Boolean({
    description:
      "False after its end, while its maker may not share the dashboard any more, and where its version lacks a variable of it",
  }),
});
export type ShareRecord = Static<typeof ShareRecord>;

/** With the token itself, which is told this once. */
export const NewShareRecord = Type.Object({
  ...ShareRecord.properties,
  token: Type.String({ description: "Stands behind the # of the link; it is not kept", examples: ["hgs_…"] }),
});
export type NewShareRecord = Static<typeof NewShareRecord>;

/** Shows another version from now on. */
export const ShareVersion = Type.Object({ version: ShareRequest.properties.version }, closed);

export const ShareParams = Type.Object({ dashboardId: Uuid, shareId: Uuid });

/** What opens a link that has a password. */
export const ShareUnlock = Type.Object(
  { password: Type.String({ maxLength: 1_024, description: "The link's", examples: ["…"] }) },
  closed,
);

export const SharePass = Type.Object({
  pass: Type.String({
    description: "For `X-Share-Pass`, with every request; good as long as the link and its password",
  }),
});

const configuration = Type.Unsafe<DashboardConfiguration>({
  type: "object",
  additionalProperties: true,
  description: "What is on it; ids are other ones for each link, and what nobody is shown is not there",
  examples: [emptyConfiguration()],
});

const choices = Type.Record(
  Type.String(),
  Type.Array(
    Type.Object({ id: Type.String({ examples: ["784f394c-42b6-435a-983c-b7beff2784f9"] }), name: Type.String() }),
  ),
  { description: "Devices that free variables can be" },
);

/** A dashboard as whoever has the link sees it [DSH6]. */
export const SharedDashboard = Type.Object({
  title: nameText("Title", "Pump test field"),
  version: Type.Integer({ examples: [13] }),
  time: ShareTime,
  configuration,
  choices,
});
export type SharedDashboard = Static<typeof SharedDashboard>;

const ts = (description: string) =>
  Type.Integer({ minimum: -8_640_000_000_000_000, maximum: 8_640_000_000_000_000, description });

/** Which page, how wide and when: what is asked for is in the dashboard, and nobody adds to it [DSH6]. */
export const SharedDataRequest = Type.Object(
  {
    page: Type.String({ maxLength: 64, description: "A page of the dashboard", examples: ["overview"] }),
    width: Type.Integer({ minimum: 1, maximum: 16_000, description: "Of the page, in pixels", examples: [1400] }),
    startTs: Type.Optional(ts("Cut to what the link allows; the answer says to what")),
    endTs: Type.Optional(ts("Likewise")),
    timeZone: Type.Optional(Type.String({ minLength: 1, maxLength: 64, default: "UTC", examples: ["Europe/Berlin"] })),
    choices: Type.Optional(
      Type.Record(Type.String({ pattern: partNamePattern }), Type.String({ maxLength: 256 }), {
        ...closed,
        maxProperties: 50,
        description: "For free variables: the id of a device, or a text",
      }),
    ),
  },
  closed,
);
export type SharedDataRequest = Static<typeof SharedDataRequest>;

/** The time that is answered for. */
export interface RangeLine {
  readonly type: "range";
  readonly startTs: number;
  readonly endTs: number;
}

/** What the shown keys mean on devices of a type; the last such line of a type counts. */
export interface ChannelsLine {
  readonly type: "channels";
  readonly deviceProfileId: string;
  readonly channels: readonly Channel[];
}

/** One line of the answer to `SharedDataRequest`. */
export type SharedLine = DataLine | RangeLine | ChannelsLine;
