import type { CommunicationRecord, RefusedContact } from "@heliograph/contract";
import { type JsonFault, jsonFault } from "./json-fault.ts";

/** What was heard of a device that somebody sets up. */
export interface Heard {
  /** Of the device, newest first. */
  readonly entries: readonly CommunicationRecord[];
  /** Of nobody, from the address of this browser, newest first. */
  readonly refused: readonly RefusedContact[];
  /** It was heard of in any way. */
  readonly isSeen: boolean;
  readonly hasValue: boolean;
  readonly hasFile: boolean;
}

export const checkNames = ["connection", "token", "place", "json", "value"] as const;
type CheckName = (typeof checkNames)[number];
type CheckState = "open" | "good" | "bad";

/** What is wrong, as far as it can be told. */
export type Problem =
  | { readonly kind: "token" | "noToken" | "address" | "method"; readonly contact: RefusedContact }
  | { readonly kind: "address" | "method"; readonly entry: CommunicationRecord }
  | { readonly kind: "topic"; readonly entry: CommunicationRecord; readonly topic: string }
  | { readonly kind: "json"; readonly entry: CommunicationRecord; readonly fault: JsonFault }
  | { readonly kind: "rejected" | "empty"; readonly entry: CommunicationRecord };

type Rejection = Extract<Problem, { readonly entry: CommunicationRecord }>;

export interface Verdict {
  readonly checks: Readonly<Record<CheckName, CheckState>>;
  readonly problem: Problem | undefined;
}

/** How far it came: the newest thing that went wrong counts, unless a value or a file arrived. */
export function verdictOf(heard: Heard): Verdict {
  if (heard.hasValue || heard.hasFile) return { checks: checksUpTo("value", "good"), problem: undefined };
  const problem = newestProblem(heard);
  if (problem) return { checks: checksUpTo(stepOf(problem), "bad"), problem };
  return { checks: heard.isSeen || heard.entries.length > 0 ? checksUpTo("token", "good") : noChecks, problem };
}

const noChecks = checksOf(() => "open");

function checksOf(state: (at: number) => CheckState): Verdict["checks"] {
  return Object.fromEntries(checkNames.map((name, at) => [name, state(at)])) as Record<CheckName, CheckState>;
}

/** Everything before is good. */
function checksUpTo(last: CheckName, state: CheckState): Verdict["checks"] {
  const end = checkNames.indexOf(last);
  return checksOf((at) => (at < end ? "good" : at === end ? state : "open"));
}

const steps = {
  ...{ token: "token", noToken: "token", address: "place", method: "place", topic: "place" },
  ...{ json: "json", rejected: "json", empty: "value" },
} as const satisfies Record<Problem["kind"], CheckName>;

const stepOf = ({ kind }: Problem): CheckName => steps[kind];

function newestProblem({ entries, refused }: Heard): Problem | undefined {
  const [contact] = refused;
  const entry = entries.find(isProblem);
  if (contact && (!entry || contact.time > entry.time)) return refusalOf(contact);
  return entry && rejectionOf(entry);
}

export const isProblem = ({ kind, error }: CommunicationRecord): boolean =>
  kind === "MESSAGE_EMPTY" || (error !== null && kind !== "DISCONNECT");

const refusals = {
  TOKEN_UNKNOWN: "token",
  TOKEN_MISSING: "noToken",
  ADDRESS_UNKNOWN: "address",
  METHOD_WRONG: "method",
} as const;

const refusalOf = (contact: RefusedContact): Problem => ({ kind: refusals[contact.reason], contact });

/** What the server says of a request with the device's token to an address, or with a method, that nobody serves. */
const strays = [
  ["address", /^There is no such address:/],
  ["method", /^[A-Z]+ is not possible here, only /],
] as const;
const topicOf = /^Message on (.*) rejected$/s;
/** Topics that devices may publish on, without what they begin with. */
const knownTopic = /^(telemetry|attributes|attributes\/request\/.+|rpc\/(request|response)\/.+)$/;

export function rejectionOf(entry: CommunicationRecord): Rejection {
  if (entry.kind === "MESSAGE_EMPTY") return { kind: "empty", entry };
  const [stray] = strays.find(([, words]) => entry.transport === "HTTP" && words.test(entry.error ?? "")) ?? [];
  if (stray) return { kind: stray, entry };
  const [, topic] = topicOf.exec(entry.summary) ?? [];
  if (topic !== undefined && !knownTopic.test(topic)) return { kind: "topic", entry, topic };
  const fault = entry.payload === null || entry.payload.endsWith("…") ? undefined : jsonFault(entry.payload);
  return fault ? { kind: "json", entry, fault } : { kind: "rejected", entry };
}
