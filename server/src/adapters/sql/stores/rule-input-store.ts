import { parseJsonText } from "@heliograph/contract/json-text";
import { type Selectable, sql } from "kysely";
import type {
  InputOfDevice,
  PastEvent,
  RuleInputStore,
  ToldKind,
  ToldValue,
  WaitingInput,
} from "../../../core/rules/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { isOneOf } from "../json-rows.ts";
import type { Tables } from "../tables.ts";
import { keyOf } from "./attribute-rows.ts";
import { lastEvent, pastEvents } from "./rule-events.ts";
import { presentStates } from "./rule-input-states.ts";

type WrittenValue = ToldValue | Required<Pick<WaitingInput, "value" | "file">>;

/** As `RuleInputNotes` writes it: of a file, with its name. */
function writtenIn(text: string): Pick<WaitingInput, "value" | "file"> {
  const written = parseJsonText(text) as WrittenValue;
  return typeof written === "object" && written !== null ? written : { value: written };
}

const waitingOf = (row: Selectable<Tables["rule_inputs"]>): WaitingInput => ({
  seq: Number(row.seq),
  deviceId: row.device_id as DeviceId,
  kind: row.kind as ToldKind,
  name: keyOf(row.name),
  ...writtenIn(row.value),
  before: parseJsonText(row.before) as ToldValue,
  time: Number(row.time),
  position: Number(row.position),
  hops: Number(row.hops),
});

/** What rules look at beside points [RUL1]. */
export class SqlRuleInputStore implements RuleInputStore {
  readonly #db: Database;

  readonly #isOurs: ((device: DeviceId) => boolean) | undefined;

  /** Where several nodes share the devices, each sees what is told of its own. */
  constructor(db: Database, isOurs?: (device: DeviceId) => boolean) {
    this.#db = db;
    this.#isOurs = isOurs;
  }

  async waiting(atMost: number): Promise<readonly WaitingInput[]> {
    const ours: WaitingInput[] = [];
    for (let after = 0; ; ) {
      const rows = this.#db.read.selectFrom("rule_inputs").selectAll().where("seq", ">", after).orderBy("seq");
      const page = (await rows.limit(atMost).execute()).map(waitingOf);
      if (!this.#isOurs) return page;
      for (const input of page) if (this.#isOurs(input.deviceId)) ours.push({ ...input, position: 0 });
      after = page.at(-1)?.seq ?? after;
      if (page.length < atMost || ours.length >= atMost) return ours.slice(0, atMost);
    }
  }

  async waitingOf(devices: readonly DeviceId[]): Promise<readonly WaitingInput[]> {
    const isAsked = isOneOf(this.#db.kind, sql`device_id`, devices);
    const rows = this.#db.read.selectFrom("rule_inputs").selectAll().where(isAsked).orderBy("seq");
    return (await rows.execute()).map(waitingOf);
  }

  async present(inputs: readonly InputOfDevice[]): Promise<readonly ToldValue[]> {
    const states = await presentStates(this.#db, inputs);
    const values: ToldValue[] = [];
    for (const of of inputs) values.push(states(of) ?? (await lastEvent(this.#db, of)) ?? null);
    return values;
  }

  async lastBefore(of: InputOfDevice, time: number): Promise<ToldValue> {
    return (await lastEvent(this.#db, of, time)) ?? null;
  }

  past(of: InputOfDevice, from: number, to: number, atMost: number): Promise<readonly PastEvent[]> {
    return pastEvents(this.#db, of, from, to, atMost);
  }
}
