import type { Generated } from "kysely";

/** Who may log in, and with what. */
export interface AccessTables {
  users: UsersTable;
  assignments: AssignmentsTable;
  sessions: SessionsTable;
  visits: VisitsTable;
  api_keys: ApiKeysTable;
  invitations: InvitationsTable;
  roles: RolesTable;
  grants: GrantsTable;
}

interface UsersTable {
  id: string;
  username: string;
  username_key: string;
  first_name: string | null;
  last_name: string | null;
  password_hash: string;
  created_time: number;
  /** 1 for an account that programs use. */
  is_service: Generated<number>;
}

interface AssignmentsTable {
  id: string;
  user_id: string;
  tenant_id: string | null;
  role: string;
  created_time: number;
}

interface SessionsTable {
  id: string;
  user_id: string;
  assignment_id: string;
  generation: number;
  created_time: number;
  expires_time: number;
  last_used_time: number;
  address: string | null;
  user_agent: string | null;
  /** 1 when a second factor was shown. */
  is_verified: number;
  /** The tenant a system administrator is in as its administrator. */
  opened_tenant_id: string | null;
}

/** A system administrator inside a tenant; until its end is on record. */
interface VisitsTable {
  session_id: string;
  tenant_id: string;
  tenant_name: string;
  user_id: string;
  username: string;
  address: string | null;
}

interface ApiKeysTable {
  id: string;
  user_id: string;
  assignment_id: string;
  name: string;
  key_hash: string;
  /** JSON list. */
  permissions: string;
  /** JSON list; null is wherever its maker may. */
  project_ids: string | null;
  created_time: number;
  expires_time: number | null;
  last_used_time: number | null;
}

interface InvitationsTable {
  id: string;
  tenant_id: string;
  username: string;
  username_key: string;
  role: string;
  invited_by: string | null;
  /** The API key it was made with. */
  invited_key_id: string | null;
  token_hash: string;
  created_time: number;
  expires_time: number;
  accepted_time: number | null;
}

interface RolesTable {
  id: string;
  tenant_id: string;
  name: string;
  name_key: string;
  description: string | null;
  /** JSON list. */
  permissions: string;
  version: number;
  created_time: number;
}

/** Exactly one of `role` and `role_id`, and of an assignment and an invitation. */
interface GrantsTable {
  id: string;
  assignment_id: string | null;
  invitation_id: string | null;
  /** A built-in one. */
  role: string | null;
  role_id: string | null;
  /** Null is the whole tenant. */
  project_id: string | null;
}
