import type { DashboardConfiguration } from "./configuration.ts";

/** What a dashboard names by id, beside its own parts. */
export const referenceKinds = ["devices", "deviceTypes", "deviceGroups", "projects"] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** Ids by kind. */
export type References = Readonly<Record<ReferenceKind, ReadonlySet<string>>>;

/** Fields of widgets and variables that hold such ids; every kind of widget calls them like this. */
const fields: Readonly<Record<string, ReferenceKind>> = {
  deviceId: "devices",
  deviceIds: "devices",
  deviceProfileId: "deviceTypes",
  deviceGroupId: "deviceGroups",
  projectId: "projects",
};

/** Every id a configuration names. */
export function referencesIn({ widgets, variables }: DashboardConfiguration): References {
  const found: Record<ReferenceKind, Set<string>> = {
    ...{ devices: new Set(), deviceTypes: new Set(), deviceGroups: new Set(), projects: new Set() },
  };
  replaced({ widgets, variables }, (kind, id) => {
    found[kind].add(id);
    return id;
  });
  return found;
}

/** The same with other ids; those that are not named there stay. */
export function withReferences(
  configuration: DashboardConfiguration,
  idOf: (kind: ReferenceKind, id: string) => string,
): DashboardConfiguration {
  const { widgets, variables } = configuration;
  return {
    ...configuration,
    ...(replaced({ widgets, variables }, idOf) as Pick<typeof configuration, "widgets" | "variables">),
  };
}

type Replace = (kind: ReferenceKind, id: string) => string;

function replaced(value: unknown, idOf: Replace): unknown {
  if (Array.isArray(value)) return value.map((item) => replaced(item, idOf));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replacedField(name, part, idOf)]));
}

function replacedField(name: string, value: unknown, idOf: Replace): unknown {
  const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!kind) return replaced(value, idOf);
  if (typeof value === "string") return idOf(kind, value.toLowerCase());
  if (!Array.isArray(value)) return replaced(value, idOf);
  return value.map((one) => (typeof one === "string" ? idOf(kind, one.toLowerCase()) : one));
}
