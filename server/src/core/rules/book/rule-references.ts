import type { RuleDefinition, RuleReferenceKind } from "@heliograph/contract";

/** Something a rule names by id, and where. */
export interface RuleReference {
  readonly kind: RuleReferenceKind;
  /** As it is stored. */
  readonly id: string;
  readonly path: string;
}

/** Fields of scopes, actions and recipients that hold such ids; what a command carries is nobody's to read. */
const fields: Readonly<Record<string, RuleReferenceKind>> = {
  deviceIds: "devices",
  deviceTypeIds: "deviceTypes",
  deviceGroupId: "deviceGroups",
  projectIds: "projects",
  userIds: "users",
  roleIds: "roles",
  webhookId: "webhooks",
  reportId: "reports",
};

/** Everything a rule names. */
export function referencesIn(definition: RuleDefinition): readonly RuleReference[] {
  const found: RuleReference[] = [];
  withReferences(definition, (reference) => {
    found.push(reference);
    return reference.id;
  });
  return found;
}

type Replace = (reference: RuleReference) => string;

/** The same with other ids. */
export const withReferences = (definition: RuleDefinition, idOf: Replace): RuleDefinition => ({
  ...definition,
  scope: replaced(definition.scope, "scope", idOf),
  actions: definition.actions.map((action, at) => {
    const path = `actions.${at}`;
    const named = replaced(action, path, idOf);
    if (named.kind !== "NOTIFY") return named;
    return { ...named, recipients: replaced(named.recipients, `${path}.recipients`, idOf) };
  }),
});

function replaced<Part extends object>(part: Part, path: string, idOf: Replace): Part {
  const entries = Object.entries(part).map(([name, value]: [string, unknown]) => {
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, kind ? replacedIds(value, kind, `${path}.${name}`, idOf) : value];
  });
  return Object.fromEntries(entries) as Part;
}

function replacedIds(value: unknown, kind: RuleReferenceKind, path: string, idOf: Replace): unknown {
  if (typeof value === "string") return idOf({ kind, path, id: value.toLowerCase() });
  if (!Array.isArray(value)) return value;
  return value.map((id, at) => idOf({ kind, path: `${path}.${at}`, id: String(id).toLowerCase() }));
}
