import type { Facts } from "../audit/index.ts";
import type { StoredGrant } from "./grants.ts";

/**
 * What an entry says of what somebody may do [AUD1]. By ids: names of projects and roles repeat and change, and stand
 * beside them for who reads it. No project is the whole tenant.
 */
export const accessFacts = ({ role, grants }: { role: string; grants: readonly StoredGrant[] }): Facts => ({
  role,
  ...(grants.length > 0 && { grants: grants.map(grantFacts).sort(byIds) }),
});

const grantFacts = ({ role, project }: StoredGrant) => ({
  role: role.name,
  ...(role.kind === "own" && { roleId: role.id }),
  projectId: project?.id ?? null,
  ...(project && { project: project.name }),
});

type GrantFacts = ReturnType<typeof grantFacts>;

const byIds = (one: GrantFacts, other: GrantFacts): number => (keyOf(one) < keyOf(other) ? -1 : 1);

const keyOf = ({ role, roleId, projectId }: GrantFacts): string => JSON.stringify([projectId, roleId ?? null, role]);
