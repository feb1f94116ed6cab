import { type Static, Type } from "typebox";
import { type AuditAction, auditActions, auditedEntities } from "./audit-actions.ts";
import { entityId, Uuid } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { pageQuery } from "./paging.ts";
import { lineText } from "./text.ts";
import { moment, Timestamp } from "./time.ts";

const actionNames = Object.keys(auditActions) as AuditAction[];
const facts = Type.Record(Type.String(), Type.Unknown());

/** One entry of the audit log [AUD1], with the fields scripts of this API family know. */
export const AuditRecord = Type.Object({
  id: entityId("AUDIT_LOG"),
  createdTime: Timestamp,
  tenantId: Type.Optional(entityId("TENANT")),
  entityId: Type.Object({
    entityType: Type.Enum([...auditedEntities], { examples: ["DEVICE"] }),
    id: Type.String({ examples: ["784f394c-42b6-435a-983c-b7beff2784f9"] }),
  }),
  entityName: nullable(Type.String({ description: "As it was called then", examples: ["logger-0042"] })),
  userId: nullable(entityId("USER")),
  userName: Type.String({ examples: ["lab@example.org"] }),
  address: nullable(Type.String({ description: "Where the request came from", examples: ["192.0.2.7"] })),
  via: Type.String({
    description:
      "session, opened as (a system administrator inside a tenant), key: and the name of an API key, command line, nobody (not logged in)",
    examples: ["session"],
  }),
  actionType: Type.Enum(actionNames, { examples: ["UPDATED"] }),
  actionData: Type.Object(
    { before: Type.Optional(facts), after: Type.Optional(facts), facts: Type.Optional(facts) },
    { description: "What differed, before and after; secrets are left out" },
  ),
  actionStatus: Type.Enum(["SUCCESS", "FAILURE"], { examples: ["SUCCESS"] }),
  actionFailureDetails: nullable(Type.String({ examples: ["A device named logger-0042 exists already"] })),
  count: Type.Integer({ description: "How many alike this entry stands for", examples: [1] }),
});
export type AuditRecord = Static<typeof AuditRecord>;

const filter = {
  startTime: Type.Optional(moment("Unix ms, included")),
  endTime: Type.Optional(moment("Unix ms, excluded", 1794787200000)),
  actionTypes: Type.Optional(
    Type.String({
      pattern: `^(${actionNames.join("|")})(,(${actionNames.join("|")}))*$`,
      "x-must": `must be a list, separated by commas, of ${actionNames.join(", ")}`,
      description: "Only these actions, separated by commas",
      examples: ["ADDED,DELETED"],
    }),
  ),
  entityTypes: Type.Optional(
    Type.String({
      pattern: `^(${auditedEntities.join("|")})(,(${auditedEntities.join("|")}))*$`,
      "x-must": `must be a list, separated by commas, of ${auditedEntities.join(", ")}`,
      description: "Only what was done to these kinds of things, separated by commas",
      examples: ["JOB,PROJECT"],
    }),
  ),
  textSearch: Type.Optional(lineText("Part of the name of the user or of the entity; case does not matter", "logger")),
  sortOrder: Type.Optional(Type.Enum(["ASC", "DESC"], { default: "DESC", examples: ["DESC"] })),
};

export const AuditFilter = Type.Object(filter);
export const AuditListQuery = Type.Object({ ...pageQuery, ...filter });

export const AuditUserParams = Type.Object({ userId: Uuid });
export const AuditEntityParams = Type.Object({
  entityType: Type.Enum([...auditedEntities], { examples: ["DEVICE"] }),
  entityId: Uuid,
});
