import { sql } from "kysely";
import type { ReachedProjects } from "../../../core/projects/index.ts";
import type { RuleActivity } from "../../../core/rules/index.ts";
import type { RuleId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import { isOneOf } from "../json-rows.ts";
import { inProjects } from "./device-query.ts";

/** What rules do at the moment, and when they last did something, at devices of these projects [RUL5]. */
export async function ruleActivities(
  db: Database,
  ids: readonly RuleId[],
  projects: ReachedProjects,
): Promise<ReadonlyMap<RuleId, RuleActivity>> {
  const [firing, fired] = [await firingNow(db, ids, projects), await lastFired(db, ids, projects)];
  return new Map(ids.map((id) => [id, { firing: firing.get(id) ?? 0, lastFired: fired.get(id) ?? null }]));
}

/** A state that holds an alarm up names its type. */
async function firingNow(db: Database, ids: readonly RuleId[], projects: ReachedProjects) {
  const states = db.read
    .selectFrom("rule_states")
    .select((eb) => ["rule_id", eb.fn.countAll<number>().as("total")])
    .where(isOneOf(db.kind, sql`rule_id`, ids))
    .where("alarm_type", "is not", null)
    .groupBy("rule_id");
  const within =
    projects === "all"
      ? states
      : states.innerJoin("devices", "devices.id", "rule_states.device_id").where(inProjects(db, projects));
  return new Map((await within.execute()).map((row) => [row.rule_id as RuleId, Number(row.total)]));
}

/** As JSON.stringify writes it; within a text it would stand behind backslashes. */
const raised = '%"occasion":"RAISED"%';

/** The newest first: few are looked at, and never more than are kept of one rule. */
async function lastFired(db: Database, ids: readonly RuleId[], projects: ReachedProjects) {
  const rows = await db.read
    .selectFrom("rules")
    .select((eb) => {
      const happened = eb
        .selectFrom("rule_transitions")
        .innerJoin("devices", "devices.id", "rule_transitions.device_id")
        .select("rule_transitions.time")
        .whereRef("rule_transitions.rule_id", "=", "rules.id")
        .where("rule_transitions.body", "like", raised)
        .orderBy("rule_transitions.seq", "desc")
        .limit(1);
      return ["rules.id", (projects === "all" ? happened : happened.where(inProjects(db, projects))).as("fired")];
    })
    .where(isOneOf(db.kind, sql`rules.id`, ids))
    .execute();
  return new Map(rows.map(({ id, fired }) => [id as RuleId, fired === null ? null : epochMs(Number(fired))]));
}
