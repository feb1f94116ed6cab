import { type Static, Type } from "typebox";
import { referenceKinds } from "../dashboards/references.ts";
import { entityId, entityReference, Uuid } from "../ids.ts";
import { namesById } from "../names-by-id.ts";
import { nullable } from "../nullable.ts";
import { pageQuery } from "../paging.ts";
import { freeText, lineText, nameText } from "../text.ts";
import { latestVersion, Timestamp } from "../time.ts";
import { RuleDefinition } from "./rule.ts";
import { problemParts } from "./said-problem.ts";
import { ruleNamesAtMost } from "./scope.ts";

/** OFF decides nothing, SHADOW decides and does nothing, LIVE does it [RUL5]. */
export const ruleModes = ["OFF", "SHADOW", "LIVE"] as const;
export type RuleMode = (typeof ruleModes)[number];

const RuleModeName = Type.Enum([...ruleModes], {
  description: "OFF decides nothing, SHADOW decides and raises no alarm, LIVE raises alarms",
  examples: ["SHADOW"],
});
const name = nameText("Name, unique in the tenant", "Bearing too hot");
const description = freeText("Description", "Above 80 °C for five minutes", 4096);
const version = Type.Integer({
  minimum: 1,
  maximum: latestVersion,
  description: "Grows with every change; send it back with yours",
  examples: [3],
});

/** As it is told: another version may have saved what this one does not know. */
const SavedRuleDefinition = Type.Unsafe<RuleDefinition>({
  type: "object",
  additionalProperties: true,
  description: "The rule as it was saved; its form is that of POST /api/rule",
});

export const RuleProblemRecord = Type.Object({
  path: Type.String({ description: "Where in the definition", examples: ["steps.0.when"] }),
  ...problemParts,
  range: Type.Optional(
    Type.Object(
      { start: Type.Integer({ examples: [4] }), end: Type.Integer({ examples: [5] }) },
      { description: "Of an expression: the first of its characters that is meant, and the one behind the last" },
    ),
  ),
});

/** A rule [RUL1]. */
export const RuleRecord = Type.Object({
  id: entityId("RULE"),
  createdTime: Timestamp,
  updatedTime: Timestamp,
  tenantId: entityId("TENANT"),
  name,
  description: nullable(description),
  mode: RuleModeName,
  version,
  definition: SavedRuleDefinition,
});
export type RuleRecord = Static<typeof RuleRecord>;

/** What keeps a rule from deciding [RUL5]. */
export const RuleFaultRecord = Type.Object({
  ...problemParts,
  message: Type.String({ examples: ["It could not be evaluated: no overload of double + string"] }),
  code: Type.Enum(["RULE_NOT_COMPILED", "RULE_NOT_EVALUATED"], {
    description:
      "RULE_NOT_COMPILED: this version cannot read it, and it decides nothing; RULE_NOT_EVALUATED: at a device",
    examples: ["RULE_NOT_EVALUATED"],
  }),
  time: Timestamp,
  deviceId: nullable({
    ...entityId("DEVICE"),
    description: "Where it last failed; null: everywhere, or where the reader does not reach",
  }),
});
const fault = nullable({
  ...RuleFaultRecord,
  description: "What keeps it from deciding, though it is switched on; other rules go on. Null: nothing does",
});

/** With what it does at the moment, at devices within reach. */
export const ListedRule = Type.Object({
  ...RuleRecord.properties,
  firing: Type.Integer({ description: "Devices at which it holds an alarm up now", examples: [2] }),
  lastFired: nullable({
    ...Timestamp,
    description: "When it last raised something, in shadow mode, too; null: not as long as that is kept",
  }),
  fault,
});
export type ListedRule = Static<typeof ListedRule>;

/** With what it names that is not there any more. */
export const CheckedRule = Type.Object({
  ...RuleRecord.properties,
  problems: Type.Array(RuleProblemRecord, { description: "What it names and is not there any more" }),
  fault,
});
export type CheckedRule = Static<typeof CheckedRule>;

/** Creates without an id, changes with one. A change names the version it was made from. */
export const RuleToSave = Type.Object({
  id: Type.Optional(entityReference("RULE")),
  version: Type.Optional({ ...version, description: "With an id: the version it was made from" }),
  name,
  description: Type.Optional(nullable(description)),
  mode: Type.Optional({ ...RuleModeName, description: "A new rule is OFF where nothing is said; a change keeps it" }),
  definition: RuleDefinition,
});
export type RuleToSave = Static<typeof RuleToSave>;

export const RuleModeInput = Type.Object({ mode: RuleModeName, version });

export const RuleListQuery = Type.Object({
  ...pageQuery,
  textSearch: Type.Optional(lineText("Part of the name; case does not matter", "bearing")),
  mode: Type.Optional(RuleModeName),
  deviceId: Type.Optional({ ...Uuid, description: "Only rules that are for this device" }),
});

/** One version of a rule. */
export const RuleVersionRecord = Type.Object({
  version,
  time: Timestamp,
  savedBy: nullable(
    Type.String({
      description: "User name of who saved it; null: nobody knows, as of versions from before it was kept",
      examples: ["lab@example.org"],
    }),
  ),
  name,
  description: nullable(description),
  mode: RuleModeName,
  definition: SavedRuleDefinition,
});
export type RuleVersionRecord = Static<typeof RuleVersionRecord>;

/** What is sent beside a whole rule: its form is that of POST /api/rule, and checked as there. */
export const SentRuleDefinition = Type.Unsafe<unknown>({
  type: "object",
  additionalProperties: true,
  description: "A definition, in the form of POST /api/rule",
});

/** What a rule names by id. */
export const ruleReferenceKinds = [...referenceKinds, "users", "roles", "webhooks", "reports"] as const;
export type RuleReferenceKind = (typeof ruleReferenceKinds)[number];

const rulesInFile = 1_000;
/** Every rule of a file may name others. */
const namesOf = (what: string) => namesById(what, rulesInFile * ruleNamesAtMost);

const RuleNames = Type.Object(
  {
    devices: namesOf("devices"),
    deviceTypes: namesOf("device types"),
    deviceGroups: namesOf("device groups"),
    projects: namesOf("projects"),
    users: namesOf("users (user names)"),
    roles: namesOf("the tenant's own roles"),
    webhooks: namesOf("webhooks"),
    reports: namesOf("reports"),
  },
  {
    additionalProperties: false,
    description: "What the rules name by id: where that id is not there, what has the same name is meant",
  },
);
export type RuleNames = Static<typeof RuleNames>;

/** Rules as a file: to take them to another installation, or to keep them beside code. */
export const RuleFile = Type.Object({
  format: Type.Literal("heliograph-rules-1"),
  rules: Type.Array(
    Type.Object({ name, description: Type.Optional(nullable(description)), definition: SentRuleDefinition }),
    { maxItems: rulesInFile },
  ),
  names: Type.Optional(RuleNames),
});
export type RuleFile = Static<typeof RuleFile>;

export const RuleImportQuery = Type.Object({
  dryRun: Type.Optional(Type.Boolean({ default: false, description: "Only tell what would be done" })),
});

export const RuleImportReport = Type.Object({
  created: Type.Array(Type.String({ examples: ["Bearing too hot"] }), {
    description: "Rules that were made, or would be; none while there is a problem",
  }),
  skipped: Type.Array(Type.String({ description: "There is one of this name already", examples: ["Pump silent"] })),
  problems: Type.Array(
    Type.Object({
      rule: Type.String({ description: "Its name", examples: ["Bearing too hot"] }),
      path: Type.String({ description: "Where in its definition", examples: ["scope.deviceIds.0"] }),
      ...problemParts,
      message: Type.String({ examples: ['There is no device "P-01" here'] }),
    }),
    {
      description:
        "What rules name and is not here, neither by its id nor by its name; while there is any, none is made",
    },
  ),
});
export type RuleImportReport = Static<typeof RuleImportReport>;
