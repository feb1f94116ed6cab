import type { Generated } from "kysely";

/** Rules, and what they have decided. */
export interface RuleTables {
  rules: RulesTable;
  rule_versions: RuleVersionsTable;
  rule_states: RuleStatesTable;
  rule_transitions: RuleTransitionsTable;
  rule_progress: RuleProgressTable;
  rule_actions: RuleActionsTable;
  rule_inputs: RuleInputsTable;
}

interface RuleContent {
  name: string;
  description: string | null;
  /** OFF, SHADOW or LIVE; DELETED until nothing of it is left. */
  mode: string;
  version: number;
  /** JSON. */
  definition: string;
}

interface RulesTable extends RuleContent {
  id: string;
  tenant_id: string;
  name_key: string;
  created_time: number;
  updated_time: number;
}

interface RuleVersionsTable extends RuleContent {
  rule_id: string;
  time: number;
  after_position: number;
  /** Null in those from before it was kept, too. */
  saved_by: string | null;
}

interface RuleStatesTable {
  rule_id: string;
  device_id: string;
  /** JSON. */
  state: string;
  due: number | null;
  alarm_type: string | null;
  /** JSON. */
  seen: string;
}

interface RuleTransitionsTable {
  seq: Generated<number>;
  /** Null in those from before there were actions. */
  id: string | null;
  rule_id: string;
  device_id: string;
  time: number;
  /** JSON. */
  body: string;
}

/** One row: up to where the log of the points was followed. */
interface RuleProgressTable {
  id: number;
  position: number;
}

/** What rules look at beside points, until they have. */
interface RuleInputsTable {
  seq: Generated<number>;
  device_id: string;
  kind: string;
  name: string;
  /** JSON. */
  value: string;
  /** JSON. */
  before: string;
  time: number;
  position: number;
  hops: number;
}

/** What follows from a transition beside its alarm, and what became of it. */
interface RuleActionsTable {
  seq: Generated<number>;
  key: string;
  tenant_id: string;
  rule_id: string;
  device_id: string;
  transition_id: string;
  place: number;
  kind: string;
  /** JSON. */
  body: string;
  time: number;
  not_after: number;
  status: string;
  attempts: number;
  /** Null once it is over. */
  next_attempt: number | null;
  finished_time: number | null;
  result: string | null;
}
