import { type Static, Type } from "typebox";
import { entityId } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { lineText, withoutNul } from "./text.ts";
import { moment, Timestamp } from "./time.ts";

/** One entry of a device's communication log [COM1]. */
export const CommunicationRecord = Type.Object({
  id: entityId("COMMUNICATION"),
  time: Timestamp,
  kind: Type.String({
    description: "PING, ATTN, … over HTTP; CONNECT, DISCONNECT, … over MQTT",
    examples: ["CONNECT"],
  }),
  direction: Type.Enum(["IN", "OUT"], { description: "IN: from the device", examples: ["IN"] }),
  transport: Type.Enum(["HTTP", "MQTT"], { examples: ["MQTT"] }),
  messageId: nullable(Type.Integer({ examples: [17] })),
  size: nullable(Type.Integer({ description: "Bytes", examples: [128] })),
  summary: Type.String({ examples: ["Connected from 192.0.2.7 over TCP, MQTT 3.1.1"] }),
  error: nullable(Type.String({ examples: ["Telemetry payload refused: it is not JSON"] })),
  payload: nullable(
    Type.String({
      description: "The beginning of a message that was refused: as text, or as hexadecimal digits of its bytes",
      examples: ['{"temperature": 21,}'],
    }),
  ),
});
export type CommunicationRecord = Static<typeof CommunicationRecord>;

/** All but `kind` are required: scripts that leave one out are told which [COM1]. */
export const CommunicationQuery = Type.Object({
  startTime: moment("Unix ms, included"),
  endTime: moment("Unix ms, excluded", 1794787200000),
  page: Type.Integer({ minimum: 0, maximum: 2147483647, description: "Page number, from 0", examples: [0] }),
  limit: Type.Integer({
    minimum: -1,
    maximum: 2147483647,
    not: { const: 0 },
    description: "Entries per page; -1 returns everything in one response",
    examples: [100],
  }),
  kind: Type.Optional(Type.String({ minLength: 1, maxLength: 64, ...withoutNul, examples: ["CONNECT"] })),
  textSearch: Type.Optional(
    lineText(
      "Part of the kind, the summary, the error or what was sent; the case of letters of ASCII does not matter",
      "JSON",
    ),
  ),
  result: Type.Optional(
    Type.Enum(["OK", "FAILED"], { description: "Only what went well, or what was refused", examples: ["FAILED"] }),
  ),
});

export const contactRefusals = ["TOKEN_UNKNOWN", "TOKEN_MISSING", "ADDRESS_UNKNOWN", "METHOD_WRONG"] as const;

/** What came from an address and could be counted among no device's: of a token nothing but its length [COM3]. */
const RefusedContact = Type.Object({
  time: Timestamp,
  transport: Type.Enum(["HTTP", "MQTT"], { examples: ["HTTP"] }),
  reason: Type.Enum([...contactRefusals], { examples: ["TOKEN_UNKNOWN"] }),
  request: nullable(
    Type.String({
      description: "Method and route; null where there is none",
      examples: ["POST /api/v1/:token/telemetry"],
    }),
  ),
  tokenLength: nullable(Type.Integer({ description: "Characters of the token that nobody has", examples: [19] })),
  size: nullable(Type.Integer({ description: "Bytes of its body", examples: [46] })),
});
export type RefusedContact = Static<typeof RefusedContact>;

export const RefusedContacts = Type.Object({
  address: nullable(
    Type.String({
      description: "The caller's own address; null behind a proxy that is not trusted, where nobody's is known",
      examples: ["192.0.2.7"],
    }),
  ),
  count: Type.Integer({ description: "Of all, also those that are not kept one by one", examples: [3] }),
  contacts: Type.Array(RefusedContact, { description: "The last ten" }),
});
export type RefusedContacts = Static<typeof RefusedContacts>;
