import type { ApiKeyId, AuthorityId, SessionId, UserId } from "../../kernel/ids.ts";
import { type ApiKeys, looksLikeApiKey } from "./api-keys.ts";
import { nobodyAnyMore } from "./errors.ts";
import type { Credential, Principal, Standing } from "./principal.ts";
import { principalOf } from "./principal-of.ts";
import type { Sessions } from "./sessions.ts";
import type { UserStore } from "./user-store.ts";

/** What a caller shows, and from where. */
export interface ShownSecret {
  readonly secret: string;
  /** It says that it is a key; else it is what it looks like. */
  readonly isKey: boolean;
  readonly address: string;
}

/** In whose name something is done while they are away. */
export interface Absent {
  readonly userId: UserId;
  readonly authorityId: AuthorityId;
  /** Of a script: it may do no more than its key. */
  readonly keyId: ApiKeyId | null;
  /** Of a system administrator on a visit: for as long as that lasts. */
  readonly visitId: SessionId | null;
}

/** Who calls: by the access token of a session, or by an API key [AUTH4, AUTH10]. */
export class Callers {
  readonly #sessions: Pick<Sessions, "authenticate" | "principalOf">;
  readonly #keys: Pick<ApiKeys, "authenticate" | "principalOf">;
  readonly #users: Pick<UserStore, "findById" | "assignmentsOf">;

  constructor(
    sessions: Pick<Sessions, "authenticate" | "principalOf">,
    keys: Pick<ApiKeys, "authenticate" | "principalOf">,
    users: Pick<UserStore, "findById" | "assignmentsOf">,
  ) {
    this.#sessions = sessions;
    this.#keys = keys;
    this.#users = users;
  }

  authenticate({ secret, isKey, address }: ShownSecret): Promise<Principal> {
    if (isKey || looksLikeApiKey(secret)) return this.#keys.authenticate(secret, address);
    return this.#sessions.authenticate(secret);
  }

  /** The same caller, with what it may do at this moment. */
  again(credential: Credential): Promise<Principal> {
    if (credential.kind === "key") return this.#keys.principalOf(credential.id);
    return this.#sessions.principalOf(credential.id);
  }

  /** What somebody may do at this moment, logged in or not; nothing where they are in the tenant no more. */
  async standingOf({ userId, authorityId, keyId, visitId }: Absent): Promise<Standing> {
    if (keyId !== null) return this.#keys.principalOf(keyId);
    if (visitId !== null) return this.#sessions.principalOf(visitId);
    const [user, assignments] = await Promise.all([this.#users.findById(userId), this.#users.assignmentsOf(userId)]);
    const assignment = assignments.find(({ id }) => id === authorityId);
    if (!user || !assignment) throw nobodyAnyMore();
    return principalOf({ user, assignment }, { kind: "session", id: noSession });
  }
}

/** Nobody's: who is away has none. */
const noSession = "00000000-0000-0000-0000-000000000000" as SessionId;
