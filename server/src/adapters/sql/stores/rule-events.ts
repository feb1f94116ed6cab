import { type CommandInputOfRule, commandEventsOf, type FileInput } from "@heliograph/contract";
import { sql } from "kysely";
import type { InputOfDevice, PastEvent, ToldValue } from "../../../core/rules/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";

/** What became of a file or a command last, of a time before another where one is named. Of anything else nothing did. */
export async function lastEvent(
  db: Database,
  { device, input }: InputOfDevice,
  before?: number,
): Promise<ToldValue | undefined> {
  const span = { from: Number.MIN_SAFE_INTEGER, to: before ?? Number.MAX_SAFE_INTEGER };
  if (input.kind === "FILE") return (await fileEvents(db, device, input, span, "desc", 1)).at(-1)?.value;
  if (input.kind === "COMMAND") return (await commandEvents(db, device, input, span, "desc", 1)).at(-1)?.value;
  return undefined;
}

/** What happened within a span, by time: as far as it is kept. */
export async function pastEvents(
  db: Database,
  { device, input }: InputOfDevice,
  from: number,
  to: number,
  atMost: number,
): Promise<readonly PastEvent[]> {
  const span = { from, to };
  if (input.kind === "FILE") return fileEvents(db, device, input, span, "asc", atMost);
  if (input.kind === "COMMAND") return commandEvents(db, device, input, span, "asc", atMost);
  return input.kind === "ALARM" ? alarmSpans(db, device, input.alarmType, span, atMost) : [];
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface TextEvent extends PastEvent {
  readonly value: string;
}

/** A file that could not be read arrived first; when that was found is kept nowhere, and was soon after. */
async function fileEvents(
  db: Database,
  device: DeviceId,
  { tag }: FileInput,
  { from, to }: Span,
  order: "asc" | "desc",
  atMost: number,
): Promise<readonly TextEvent[]> {
  const rows = await db.read
    .selectFrom("files")
    .select(["received_time", "processing"])
    .where("device_id", "=", device)
    .where("received_time", ">=", from)
    .where("received_time", "<", to)
    .$if(tag !== undefined, (files) => files.where("tag", "=", tag ?? ""))
    .orderBy("received_time", order)
    .limit(atMost)
    .execute();
  return rows.flatMap(({ received_time, processing }) => {
    const ts = Number(received_time);
    return processing === "FAILED" ? [arrived(ts), { ts, value: "FAILED" }] : [arrived(ts)];
  });
}

const arrived = (ts: number): TextEvent => ({ ts, value: "ARRIVED" });

/** Of a command that was queued, sent and answered all three are known; of one that was sent again, the last time. */
async function commandEvents(
  db: Database,
  device: DeviceId,
  input: CommandInputOfRule,
  { from, to }: Span,
  order: "asc" | "desc",
  atMost: number,
): Promise<readonly TextEvent[]> {
  const { type } = input;
  const happened = (status: string, time: "created_time" | "sent_time" | "finished_time") =>
    db.read
      .selectFrom("commands")
      .select([sql.ref<number>(time).as("ts"), sql<string>`${sql.lit(status)}`.as("value")])
      .where("device_id", "=", device)
      .where(time, ">=", from)
      .where(time, "<", to)
      .$if(type !== undefined, (commands) => commands.where("type", "=", type ?? ""))
      .$if(time === "finished_time", (commands) => commands.where("status", "=", status));
  const found: TextEvent[] = [];
  for (const status of commandEventsOf(input)) {
    const time = status === "QUEUED" ? "created_time" : status === "SENT" ? "sent_time" : "finished_time";
    const rows = await happened(status, time).orderBy(time, order).limit(atMost).execute();
    found.push(...rows.map(({ ts, value }) => ({ ts: Number(ts), value })));
  }
  const sorted = found.toSorted((a, b) => a.ts - b.ts);
  return order === "asc" ? sorted.slice(0, atMost) : sorted.slice(-atMost);
}

/** Whether it was open at the beginning, and each change. */
async function alarmSpans(
  db: Database,
  device: DeviceId,
  type: string,
  { from, to }: Span,
  atMost: number,
): Promise<readonly PastEvent[]> {
  const rows = await db.read
    .selectFrom("alarms")
    .select(["start_ts", "clear_ts", "cleared"])
    .where("device_id", "=", device)
    .where("type", "=", type)
    .where("start_ts", "<", to)
    .where((eb) => eb.or([eb("cleared", "=", 0), eb("clear_ts", ">=", from)]))
    .orderBy("start_ts")
    .limit(atMost)
    .execute();
  const first = Number(rows[0]?.start_ts ?? to) > from ? [{ ts: from, value: false }] : [];
  const spans = rows.flatMap(({ start_ts, clear_ts, cleared }) => {
    const begin = { ts: Math.max(from, Number(start_ts)), value: true };
    return Number(cleared) === 1 && Number(clear_ts) < to ? [begin, { ts: Number(clear_ts), value: false }] : [begin];
  });
  return [...first, ...spans];
}
