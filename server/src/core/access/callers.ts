import { type ApiKeys, looksLikeApiKey } from "./api-keys.ts";
import type { Credential, Principal } from "./principal.ts";
import type { Sessions } from "./sessions.ts";

/** What a caller shows, and from where. */
export interface ShownSecret {
  readonly secret: string;
  /** It says that it is a key; else it is what it looks like. */
  readonly isKey: boolean;
  readonly address: string;
}

/** Who calls: by the access token of a session, or by an API key [AUTH4, AUTH10]. */
export class Callers {
  readonly #sessions: Pick<Sessions, "authenticate" | "principalOf">;
  readonly #keys: Pick<ApiKeys, "authenticate" | "principalOf">;

  constructor(
    sessions: Pick<Sessions, "authenticate" | "principalOf">,
    keys: Pick<ApiKeys, "authenticate" | "principalOf">,
  ) {
    this.#sessions = sessions;
    this.#keys = keys;
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
}
