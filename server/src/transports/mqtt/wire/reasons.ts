/** Why something is refused or ended: its number in MQTT 5, in a CONNACK of version 3, and in words for a person. */
interface Reason {
  readonly code: number;
  readonly connack: number;
  readonly words: string;
}

/** Return codes of a CONNACK in versions 3.1 and 3.1.1 (3.1.1 table 3.1). */
const connack = { version: 1, identifier: 2, unavailable: 3, credentials: 4, notAuthorized: 5 } as const;

export const reasons = {
  internal: { code: 0x80, connack: connack.unavailable, words: "the server failed" },
  malformed: { code: 0x81, connack: connack.unavailable, words: "malformed packet" },
  "protocol-error": { code: 0x82, connack: connack.unavailable, words: "protocol violation" },
  "unsupported-version": { code: 0x84, connack: connack.version, words: "protocol version not supported" },
  "bad-identifier": { code: 0x85, connack: connack.identifier, words: "client identifier not valid" },
  "no-user-name": { code: 0x86, connack: connack.credentials, words: "no user name; it has to be the device token" },
  "bad-token": { code: 0x86, connack: connack.notAuthorized, words: "the device token is not valid" },
  "not-authorized": { code: 0x87, connack: connack.notAuthorized, words: "not allowed" },
  busy: { code: 0x89, connack: connack.unavailable, words: "the server is overloaded" },
  stopping: { code: 0x8b, connack: connack.unavailable, words: "the server is shutting down" },
  "bad-authentication-method": { code: 0x8c, connack: connack.notAuthorized, words: "authentication method not known" },
  "keep-alive-timeout": {
    code: 0x8d,
    connack: connack.unavailable,
    words: "nothing heard within 1.5 times the keep-alive",
  },
  "taken-over": { code: 0x8e, connack: connack.unavailable, words: "a newer connection of this device took over" },
  "topic-filter-invalid": { code: 0x8f, connack: connack.notAuthorized, words: "this filter is not the device's own" },
  "topic-unknown": { code: 0x90, connack: connack.notAuthorized, words: "nobody serves this topic" },
  "receive-maximum-exceeded": {
    code: 0x93,
    connack: connack.unavailable,
    words: "more messages in flight than allowed",
  },
  "topic-alias-invalid": { code: 0x94, connack: connack.unavailable, words: "topic alias not valid" },
  "too-large": { code: 0x95, connack: connack.unavailable, words: "packet too large" },
  "rate-too-high": { code: 0x96, connack: connack.unavailable, words: "message rate too high" },
  "quota-exceeded": { code: 0x97, connack: connack.unavailable, words: "quota exceeded" },
  "token-revoked": {
    code: 0x98,
    connack: connack.notAuthorized,
    words: "the device token was changed or the device deleted",
  },
  "payload-invalid": { code: 0x99, connack: connack.unavailable, words: "payload not valid" },
  "shared-not-supported": { code: 0x9e, connack: connack.unavailable, words: "shared subscriptions are not supported" },
} as const satisfies Record<string, Reason>;

export type ReasonName = keyof typeof reasons;

/** What SUBACK says in version 3 to a filter that is not granted (3.1.1 §3.9.3). */
export const subackFailure = 0x80;
/** PUBREL, PUBREC or PUBCOMP for a message nobody knows (5.0 §3.6.2.1). */
export const packetIdentifierNotFound = 0x92;
/** UNSUBACK: there was no such subscription (5.0 §3.11.3). */
export const noSubscriptionExisted = 0x11;
/** DISCONNECT that asks for the will (5.0 §3.14.2.1). */
export const disconnectWithWill = 0x04;
