import type { CommunicationRecord, RefusedContact } from "@heliograph/contract";
import { type Heard, isProblem, rejectionOf } from "./verdict.ts";

type RejectionKind = ReturnType<typeof rejectionOf>["kind"];

/** One thing that went wrong: from the browser's own address without a known token, or under the token of the device. */
export interface HeardLine {
  readonly id: string;
  readonly time: number;
  readonly transport: "HTTP" | "MQTT";
  /** Where it came to, as far as that may be told. */
  readonly place: string | undefined;
  readonly reason: RefusedContact["reason"] | Exclude<RejectionKind, "address" | "method">;
  readonly size: number | null;
}

/** Newest first. */
export function heardLines({ refused, entries }: Pick<Heard, "refused" | "entries">): readonly HeardLine[] {
  const lines = [...refused.map(ofContact), ...entries.filter(isProblem).map(ofEntry)];
  return lines.toSorted((one, other) => other.time - one.time);
}

const ofContact = (contact: RefusedContact, at: number): HeardLine => ({
  id: `${contact.time} ${contact.reason} ${at}`,
  place: contact.request?.replace(":token", "…"),
  ...{ time: contact.time, transport: contact.transport, reason: contact.reason, size: contact.size },
});

const restPlace = /^((?:GET|PUT|POST|DELETE) .*) rejected$/s;
const mqttPlace = /^Message on (.*) rejected$/s;

function ofEntry(entry: CommunicationRecord): HeardLine {
  const { time, transport, size, summary } = entry;
  const place = (mqttPlace.exec(summary) ?? restPlace.exec(summary))?.[1];
  return { id: entry.id.id, ...{ time, transport, size, place }, reason: reasonOf(rejectionOf(entry).kind) };
}

/** An address is wrong whoever comes to it. */
const reasonOf = (kind: RejectionKind): HeardLine["reason"] =>
  kind === "address" ? "ADDRESS_UNKNOWN" : kind === "method" ? "METHOD_WRONG" : kind;
