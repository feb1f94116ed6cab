import { createHash } from "node:crypto";
import { type Permission, tenantWidePermissions, unmetDependencies } from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";
import { type ApiKeyId, newId, type ProjectId, randomToken, type TenantId } from "../../kernel/ids.ts";
import { requireVisibleName } from "../../kernel/name-form.ts";
import type { Clock, EpochMs } from "../../kernel/time.ts";
import type { Audit } from "../audit/index.ts";
import type { EventBus } from "../events/index.ts";
import { eitherOf, type Projects, type ReachedProjects, wholeTenant } from "../projects/index.ts";
import type { ApiKey, ApiKeyStore } from "./api-key-store.ts";
import {
  accessUnclear,
  apiKeyEnded,
  apiKeyEndPast,
  apiKeyInvalid,
  apiKeyNotFound,
  cannotGive,
  notWhileOpened,
  roleIncomplete,
  sessionEnded,
  tooManyApiKeys,
} from "./errors.ts";
import type { KeyGuesses } from "./key-guesses.ts";
import { LastUse } from "./last-use.ts";
import { concernsPrincipal, type Principal, reachFor } from "./principal.ts";
import { principalOf } from "./principal-of.ts";
import { type RecheckLimits, Remembered } from "./remembered.ts";
import type { UserStore } from "./user-store.ts";

/** Tells a key from an access token, and whoever finds one in a file what it is. */
const keyPrefix = "hgk_";
/** 256 random bits: nobody finds one by trying. */
const keyBytes = 32;

export const looksLikeApiKey = (secret: string): boolean => secret.startsWith(keyPrefix);

export interface ApiKeyLimits extends RecheckLimits {
  /** Keys a user may have in one tenant. */
  readonly perUser: number;
}

export interface NewApiKey {
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly projectIds: readonly ProjectId[] | null;
  readonly expiresTime: EpochMs | null;
}

interface ApiKeyParts {
  readonly store: ApiKeyStore;
  readonly users: Pick<UserStore, "findById" | "assignmentsOf">;
  readonly projects: Pick<Projects, "require" | "within">;
  readonly guesses: KeyGuesses;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
}

/**
 * API keys [AUTH10]. What one may do is looked up with what its maker may do at this moment: a role, a right or an
 * assignment that is taken away is taken from the key as well, at once.
 */
export class ApiKeys {
  readonly #parts: ApiKeyParts;
  readonly #limits: ApiKeyLimits;
  readonly #use: LastUse<ApiKeyId>;
  /** By the hash of the key. */
  readonly #remembered: Remembered<string, Principal>;

  constructor(parts: ApiKeyParts, limits: ApiKeyLimits) {
    this.#parts = parts;
    this.#limits = limits;
    this.#use = new LastUse(parts.store);
    this.#remembered = new Remembered(limits);
    parts.events.subscribe("access-changed", (change) =>
      this.#remembered.forgetThose((principal) => concernsPrincipal(change, principal)),
    );
  }

  /** Whom this key speaks for. A right key is answered at once, whatever others guess meanwhile [AUTH3]. */
  async authenticate(secret: string, address: string): Promise<Principal> {
    const { guesses, clock } = this.#parts;
    const principal = await this.#remembered.of(hashOf(secret), () => this.#lookUp(secret));
    if (!principal) throw await guesses.refusalOf(address, apiKeyInvalid());
    if (principal.credential.kind === "key") this.#use.seen(principal.credential.id, clock());
    return principal;
  }

  /** Whom the key speaks for, and what it may do at this moment. */
  async principalOf(id: ApiKeyId): Promise<Principal> {
    const key = await this.#parts.store.findById(id);
    const principal = key && (await this.#principalBy(key));
    if (!principal) throw apiKeyInvalid();
    return principal;
  }

  /** One's own in the tenant one is in, newest first. */
  async list({ authorityId, openedUntil }: Principal): Promise<readonly ApiKey[]> {
    if (openedUntil !== undefined) return []; // a visitor's are the installation's [AUTH7]
    const stored = await this.#parts.store.listOf(authorityId);
    return stored.map((key) => ({ ...key, lastUsedTime: this.#use.lastOf(key) }));
  }

  /** The secret is told once and kept as a hash only. Nobody gives a key what they do not have. */
  async create(maker: Principal, wanted: NewApiKey): Promise<{ key: ApiKey; secret: string }> {
    if (maker.openedUntil !== undefined) throw notWhileOpened();
    requireVisibleName("name", wanted.name);
    const now = this.#parts.clock();
    if (wanted.expiresTime !== null && wanted.expiresTime <= now) throw apiKeyEndPast();
    const missing = wanted.permissions.filter((permission) => !maker.permissions.has(permission));
    if (missing.length > 0) throw cannotGive(missing);
    const unmet = unmetDependencies(wanted.permissions);
    if (unmet.length > 0) throw roleIncomplete(unmet);
    if (wanted.projectIds !== null) await this.#requireProjects(maker, wanted.permissions, wanted.projectIds);
    const { userId, authorityId } = maker;
    const key: ApiKey = { id: newId(), userId, authorityId, ...wanted, createdTime: now, lastUsedTime: null };
    const secret = keyPrefix + randomToken(keyBytes);
    await this.#store(key, hashOf(secret));
    return { key, secret };
  }

  /** One of one's own; what it has under way is cut off. */
  async remove({ authorityId, openedUntil }: Principal, id: ApiKeyId): Promise<void> {
    const { audit, store, events } = this.#parts;
    const act = { action: "DELETED", entity: { type: "API_KEY", id }, isOwnAccount: true } as const;
    await audit.change(act, async (notes) => {
      if (openedUntil !== undefined) throw notWhileOpened();
      const removed = await store.remove(authorityId, id);
      if (!removed) throw apiKeyNotFound(id);
      notes.entity(removed.name);
      notes.before(factsOf(removed));
    });
    events.publish("access-changed", { of: "keys", keyIds: [id] });
  }

  /** Stores when keys were last used. */
  keepUse(): Promise<void> {
    return this.#use.keep();
  }

  async #store(key: ApiKey, keyHash: string): Promise<void> {
    const { audit, store } = this.#parts;
    const entity = { type: "API_KEY", id: key.id, name: key.name } as const;
    await audit.change({ action: "ADDED", entity }, async (notes) => {
      notes.after(factsOf(key));
      const outcome = await store.create(key, keyHash, this.#limits.perUser);
      if (outcome === "too-many") throw tooManyApiKeys(this.#limits.perUser);
      if (outcome === "no-such-assignment") throw sessionEnded(); // it was ended a moment ago
    });
  }

  async #lookUp(secret: string): Promise<Principal | undefined> {
    const key = await this.#parts.store.findByHash(hashOf(secret));
    return key && this.#principalBy(key);
  }

  /** Undefined when its maker, or what they were in the tenant, is gone. */
  async #principalBy(key: ApiKey): Promise<Principal | undefined> {
    const { users, clock } = this.#parts;
    if (key.expiresTime !== null && key.expiresTime <= clock()) throw apiKeyEnded();
    const [user, assignments] = await Promise.all([users.findById(key.userId), users.assignmentsOf(key.userId)]);
    const assignment = assignments.find(({ id }) => id === key.authorityId);
    if (!user || !assignment) return undefined;
    const projects = await this.#reached(assignment.tenant?.id, key.projectIds);
    return principalOf({ user, assignment }, { kind: "key", id: key.id }, { ...key, projects });
  }

  /** Each has to be there for its maker; what concerns the tenant as a whole cannot be held in a part of it. */
  async #requireProjects(
    maker: Principal,
    permissions: readonly Permission[],
    ids: readonly ProjectId[],
  ): Promise<void> {
    const tenantWide = permissions.filter((permission) => tenantWidePermissions.has(permission));
    if (tenantWide.length > 0)
      throw accessUnclear(`projectIds: ${tenantWide.join(", ")} is about the whole tenant; leave out one of both`);
    const reach = reachFor(maker, permissions);
    if (!reach) throw accessUnclear("projectIds: a system administrator is in no tenant and has no projects");
    for (const id of ids) await this.#parts.projects.require(reach, id);
  }

  /** With what is below. A project that is gone is nothing: the key does not grow because of that. */
  async #reached(tenant: TenantId | undefined, ids: readonly ProjectId[] | null): Promise<ReachedProjects> {
    if (ids === null || tenant === undefined) return "all";
    const found = await Promise.all(ids.map((id) => this.#below(tenant, id)));
    return found.reduce(eitherOf, new Set());
  }

  async #below(tenant: TenantId, id: ProjectId): Promise<ReachedProjects> {
    try {
      return (await this.#parts.projects.within(wholeTenant(tenant), id, true)).projects;
    } catch (error) {
      if (error instanceof AppError && error.fault === "not-found") return new Set();
      throw error;
    }
  }
}

const factsOf = ({ name, permissions, projectIds, expiresTime }: ApiKey) => ({
  name,
  permissions: [...permissions],
  projectIds: projectIds && [...projectIds],
  expiresTime,
});

/** The key is random and long: a quick hash is as good as a slow one. */
const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");
