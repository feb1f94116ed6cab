import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { RuleDefinition } from "@heliograph/contract";
import { sql } from "kysely";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { openSqlite } from "../../server/src/adapters/sql/sqlite/open-sqlite.ts";
import { SqlRuleStore } from "../../server/src/adapters/sql/stores/rule-store.ts";
import { openTelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import { compileRule, initialState, type Rule } from "../../server/src/core/rules/index.ts";
import type { DeviceId, RuleId, TenantId } from "../../server/src/kernel/ids.ts";
import { systemClock } from "../../server/src/kernel/time.ts";

const rulesPerTransaction = 1_000;
const pointsAtOnce = 2_000;
const sustained = { ms: 60_000 };

/** How many of what there is. */
export interface Amount {
  readonly rules: number;
  /** Of the type of all devices: each has a state of each. */
  readonly ofType: number;
}

type Ids = { readonly tenantId: TenantId; readonly typeId: string; readonly deviceIds: readonly DeviceId[] };

/**
 * Rules and their states, written straight into the stores of a node that does not run. The first rule had begun to count for every
 * device and falls due while the node is down; the second one counts silence.
 */
export async function fillStates(dataDir: string, { rules, ofType }: Amount): Promise<void> {
  const database = await openSqlite(join(dataDir, "heliograph.db"));
  const ids = await idsIn(database);
  const forAll = Array.from({ length: ofType }, (_, at) =>
    ruleOf(ids, at, { kind: "DEVICE_TYPE", deviceTypeIds: [ids.typeId] }),
  );
  const forOne = Array.from({ length: rules - ofType }, (_, at) =>
    ruleOf(ids, ofType + at, { kind: "DEVICE", deviceIds: [ids.deviceIds[at % ids.deviceIds.length] ?? ""] }),
  );
  const position = await fillPoints(dataDir, ids);
  await insertRules(database, [...forAll, ...forOne], position);
  for (const [at, rule] of forAll.entries()) await insertStates(database, rule, at === 0);
  await sql`analyze`.execute(database.write);
  await database.close();
}

async function idsIn(database: Database): Promise<Ids> {
  const rows = await database.read.selectFrom("devices").select(["id", "tenant_id", "type_id"]).execute();
  const [first] = rows;
  if (!first) throw new Error("there are no devices");
  const deviceIds = rows.map(({ id }) => id as DeviceId);
  return { tenantId: first.tenant_id as TenantId, typeId: first.type_id, deviceIds };
}

function ruleOf({ tenantId }: Ids, at: number, scope: RuleDefinition["scope"]): Rule {
  const times = { createdTime: systemClock(), updatedTime: systemClock() };
  const when = { kind: "COMPARE", input: "t", comparison: "GREATER", value: 80 + at } as const;
  const definition: RuleDefinition = {
    scope,
    inputs: [{ kind: "TELEMETRY", name: "t", key: "t" }],
    steps: [{ severity: "MAJOR", when, ...(at === 0 && { for: sustained }) }],
    ...(at === 1 && { noData: { afterMs: 900_000, policy: "RAISE" as const, severity: "WARNING" as const } }),
    alarmType: `Limit ${at}`,
    actions: [],
  };
  const id = randomUUID() as RuleId;
  return { id, tenantId, name: `Rule ${at}`, description: null, version: 1, mode: "LIVE", ...times, definition };
}

/** One of each device, above the limit of the first rule only. */
async function fillPoints(folder: string, { tenantId: owner, deviceIds }: Ids): Promise<number> {
  const telemetry = await openTelemetryBlocks({ folder });
  const ts = systemClock();
  for (let from = 0; from < deviceIds.length; from += pointsAtOnce) {
    const some = deviceIds.slice(from, from + pointsAtOnce);
    await Promise.all(some.map((id) => telemetry.append(id, [{ key: "t", ts, value: 80.5 }], { owner })));
  }
  const position = await telemetry.follow({ committed: () => undefined }, undefined);
  await telemetry.unfollow();
  await telemetry.close();
  return position;
}

async function insertRules(database: Database, rules: readonly Rule[], position: number): Promise<void> {
  const book = new SqlRuleStore(database);
  for (let from = 0; from < rules.length; from += rulesPerTransaction) {
    await database.transact(async () => {
      for (const rule of rules.slice(from, from + rulesPerTransaction))
        await book.insert(rule, { position, savedBy: null });
    });
  }
}

async function insertStates(database: Database, rule: Rule, isCounting: boolean): Promise<void> {
  const since = systemClock();
  const due = isCounting ? since + 1 : null;
  const fresh = initialState(compileRule(rule.definition, rule.version));
  const counts = [{ since, due, times: 1, isMet: false }];
  const state = JSON.stringify(isCounting ? { ...fresh, phase: "PENDING", counts } : fresh);
  await sql`insert into rule_states (rule_id, device_id, state, due, alarm_type, seen)
    select ${rule.id}, id, ${state}, ${due}, null, ${JSON.stringify([since])} from devices`.execute(database.write);
}
