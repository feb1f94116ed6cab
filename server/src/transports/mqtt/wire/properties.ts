/** How a property is written (5.0 §2.2.2.2). `boolean` is a byte that has to be 0 or 1. */
export type PropertyForm = "boolean" | "two" | "four" | "variable" | "text" | "binary" | "pair";

/** What can carry properties towards a server. */
export type Carrier =
  | "connect"
  | "will"
  | "publish"
  | "puback"
  | "pubrec"
  | "pubrel"
  | "pubcomp"
  | "subscribe"
  | "unsubscribe"
  | "disconnect"
  | "auth";

export interface Property {
  readonly name: string;
  readonly form: PropertyForm;
  readonly carriers: readonly Carrier[];
  /** Zero is a protocol error of its own. */
  readonly neverZero?: true;
  /** A topic to publish to: no wildcards. */
  readonly isTopic?: true;
}

const message: readonly Carrier[] = ["will", "publish"];
const confirmations: readonly Carrier[] = ["puback", "pubrec", "pubrel", "pubcomp"];

/** 5.0 table 2-4, as far as a client may send it; anything else is malformed. */
export const properties: ReadonlyMap<number, Property> = new Map<number, Property>([
  [0x01, { name: "payload format indicator", form: "boolean", carriers: message }],
  [0x02, { name: "message expiry interval", form: "four", carriers: message }],
  [0x03, { name: "content type", form: "text", carriers: message }],
  [0x08, { name: "response topic", form: "text", carriers: message, isTopic: true }], // [MQTT-3.3.2-14]
  [0x09, { name: "correlation data", form: "binary", carriers: message }],
  [0x0b, { name: "subscription identifier", form: "variable", carriers: ["subscribe"], neverZero: true }],
  [0x11, { name: "session expiry interval", form: "four", carriers: ["connect", "disconnect"] }],
  [0x15, { name: "authentication method", form: "text", carriers: ["connect", "auth"] }],
  [0x16, { name: "authentication data", form: "binary", carriers: ["connect", "auth"] }],
  [0x17, { name: "request problem information", form: "boolean", carriers: ["connect"] }],
  [0x18, { name: "will delay interval", form: "four", carriers: ["will"] }],
  [0x19, { name: "request response information", form: "boolean", carriers: ["connect"] }],
  [0x1f, { name: "reason string", form: "text", carriers: [...confirmations, "disconnect", "auth"] }],
  [0x21, { name: "receive maximum", form: "two", carriers: ["connect"], neverZero: true }],
  [0x22, { name: "topic alias maximum", form: "two", carriers: ["connect"] }],
  [0x23, { name: "topic alias", form: "two", carriers: ["publish"], neverZero: true }], // [MQTT-3.3.2-8]
  [0x27, { name: "maximum packet size", form: "four", carriers: ["connect"], neverZero: true }],
]);

/** The one that any packet may carry, as often as it likes. */
export const userProperty = 0x26;
