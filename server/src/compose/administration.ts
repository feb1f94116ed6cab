import type { Logger } from "pino";
import { LocalBus } from "../adapters/bus-local/local-bus.ts";
import type { DataFolder } from "../adapters/data-folder/data-folder.ts";
import { Argon2Hasher } from "../adapters/secrets/argon2-hasher.ts";
import { CommonPasswords } from "../adapters/secrets/common-passwords.ts";
import { derivedKey } from "../adapters/secrets/derived-key.ts";
import { JwtSigner } from "../adapters/secrets/jwt-signer.ts";
import { KeySealer } from "../adapters/secrets/key-sealer.ts";
import type { Database } from "../adapters/sql/database.ts";
import { SqlTransactions } from "../adapters/sql/sql-transactions.ts";
import { SqlApiKeyStore } from "../adapters/sql/stores/api-key-store.ts";
import { SqlAuditStore } from "../adapters/sql/stores/audit-store.ts";
import { SqlInstallationStore } from "../adapters/sql/stores/installation-store.ts";
import { SqlInvitationStore } from "../adapters/sql/stores/invitation-store.ts";
import { SqlPreferenceStore } from "../adapters/sql/stores/preference-store.ts";
import { SqlProjectStore } from "../adapters/sql/stores/project-store.ts";
import { SqlRoleStore } from "../adapters/sql/stores/role-store.ts";
import { SqlSessionStore } from "../adapters/sql/stores/session-store.ts";
import { SqlTenantLimitsStore } from "../adapters/sql/stores/tenant-limits-store.ts";
import { SqlTenantStore } from "../adapters/sql/stores/tenant-store.ts";
import { SqlUserStore } from "../adapters/sql/stores/user-store.ts";
import { SqlVisitStore } from "../adapters/sql/stores/visit-store.ts";
import {
  AccessGiving,
  AccountLetters,
  type ApiKeyLimits,
  ApiKeys,
  Callers,
  FailedLoginRecord,
  FailedLogins,
  Invitations,
  KeyGuesses,
  Login,
  LoginThrottle,
  type PasswordHasher,
  PasswordRules,
  Roles,
  type SessionLimits,
  Sessions,
  type ThrottleLimits,
  UserPreferences,
  Users,
  Visits,
} from "../core/access/index.ts";
import { Audit, type AuditStore } from "../core/audit/index.ts";
import { EventsAfterCommit, type Transactions } from "../core/changes/index.ts";
import type { EventBus } from "../core/events/index.ts";
import type { InstallationStore } from "../core/installation/index.ts";
import { Projects } from "../core/projects/index.ts";
import { TenantLimitsBook, TenantQuotas, Tenants } from "../core/tenants/index.ts";
import { type Clock, steadyClock, systemClock } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";
import { type AccountParts, composeAccounts } from "./accounts.ts";
import { installationKeys } from "./installation-keys.ts";
import { composeMail, type MailParts } from "./mail.ts";

/** A change made by another process (the command line, another node) is noticed within this time. */
const sessionRecheckMs = 2_000;
const sessionsRemembered = 100_000;
const loginFailuresForgottenMs = 15 * 60_000;
const loginFailuresRemembered = 100_000;

/** What the command line needs of a platform; it may stand beside a running node, so nothing here owns a file. */
export interface Administration extends MailParts, AccountParts {
  readonly clock: Clock;
  readonly events: EventBus;
  readonly facts: InstallationStore;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly projects: Projects;
  readonly auditStore: AuditStore;
  readonly tenants: Tenants;
  readonly tenantLimits: TenantLimitsBook;
  readonly quotas: TenantQuotas;
  readonly users: Users;
  readonly roles: Roles;
  readonly invitations: Invitations;
  readonly giving: AccessGiving;
  readonly sessions: Sessions;
  readonly apiKeys: ApiKeys;
  readonly callers: Callers;
  readonly login: Login;
  readonly preferences: UserPreferences;
  readonly failedLogins: FailedLogins;
  readonly hasher: PasswordHasher;
  readonly passwordRules: PasswordRules;
  /** For the ids that strangers see instead of real ones. */
  readonly aliasKey: Buffer;
}

/** Tenants and users, with their implementations chosen. The database is open and its schema current. */
export async function composeAdministration(
  config: Config,
  folder: DataFolder,
  database: Database,
  logger: Logger,
  shared?: (local: EventBus) => EventBus,
): Promise<Administration> {
  const clock = systemClock;
  const local = new LocalBus((error, event) => logger.error({ err: error, event }, "a listener failed"));
  const bus = shared?.(local) ?? local;
  const transactions = new SqlTransactions(database);
  const events = new EventsAfterCommit(bus, transactions);
  const auditStore = new SqlAuditStore(database, config.auditWaiting);
  const audit = new Audit({ store: auditStore, transactions, clock });
  const projectStore = new SqlProjectStore(database);
  const projects = new Projects(
    { store: projectStore, transactions, audit, events, clock },
    { perTenant: config.projectsPerTenant, depth: config.projectDepth },
  );
  const hasher = new Argon2Hasher();
  const facts = new SqlInstallationStore(database);
  const keys = await installationKeys(config, folder, database, facts);
  const signer = new JwtSigner(keys.signing, {
    accessMs: config.accessTokenLifetime,
    refreshMs: config.sessionLifetime,
    stepMs: config.loginStepLifetime,
  });
  const sealer = new KeySealer(keys.sealing);
  const aliasKey = derivedKey(keys.sealing, "ids of links");
  const userStore = new SqlUserStore(database);
  const failedLogins = new FailedLogins(logger);
  const throttle = new LoginThrottle(throttleLimits(config));
  const record = new FailedLoginRecord({
    users: userStore,
    audit,
    onError: (error) => logger.error({ err: error }, "a failed login is not in the audit log"),
  });
  const failures: Pick<FailedLogins, "record"> = {
    record: (failure, now) => {
      failedLogins.record(failure, now);
      record.record(failure);
    },
  };
  const login = new Login({ users: userStore, hasher, throttle, failures, clock: steadyClock });
  const sessions = new Sessions(
    {
      ...{ store: new SqlSessionStore(database), signer, clock, events, audit },
      visits: new Visits({ store: new SqlVisitStore(database), transactions, audit }),
    },
    sessionLimits(config),
  );
  events.subscribe("projects-changed", ({ tenantId }) => sessions.tenantChanged(tenantId));
  const guesses = new KeyGuesses({
    throttle: new LoginThrottle(throttleLimits(config)),
    failures: failedLogins,
    clock: steadyClock,
  });
  const apiKeys = new ApiKeys(
    { store: new SqlApiKeyStore(database), users: userStore, projects, guesses, clock, events, audit },
    keyLimits(config),
  );
  const mail = composeMail(config, { database, transactions, audit, clock, logger, sealer });
  const preferences = new UserPreferences(new SqlPreferenceStore(database), audit);
  const letters = new AccountLetters({ mail: mail.mail, users: userStore, preferences, clock });
  const passwordRules = new PasswordRules(config.passwordMinLength, new CommonPasswords());
  const roleStore = new SqlRoleStore(database);
  const giving = new AccessGiving({ roles: roleStore, projects: projectStore });
  const tenantLimits = new TenantLimitsBook(new SqlTenantLimitsStore(database), audit);
  await tenantLimits.load();
  const quotas = quotasOf(config, tenantLimits, logger);
  const users = new Users({
    store: userStore,
    sessions,
    login,
    hasher,
    passwordRules,
    giving,
    letters,
    clock,
    audit,
    quotas,
  });
  const roles = new Roles(
    { store: roleStore, users: userStore, sessions, transactions, audit, clock },
    config.rolesPerTenant,
  );
  const around = { database, users, login, sessions, signer, sealer, hasher, passwordRules, letters };
  const accounts = composeAccounts(config, { ...around, outbox: mail.outbox, audit, clock });
  mail.courier.serve(accounts.passwordResets.requests);
  const invitationParts = {
    store: new SqlInvitationStore(database),
    users,
    keys: apiKeys,
    login,
    giving,
    letters,
    factors: accounts.secondFactors,
    clock,
    audit,
    ...mail,
  };
  return {
    ...mail,
    ...accounts,
    ...{ clock, events, transactions, audit, projects, auditStore, users, roles, giving },
    ...{ sessions, apiKeys, login, failedLogins, tenantLimits, quotas, hasher, passwordRules, aliasKey },
    preferences,
    callers: new Callers(sessions, apiKeys, userStore),
    facts,
    tenants: new Tenants(new SqlTenantStore(database), events, clock, audit),
    invitations: new Invitations(invitationParts, config.invitationLifetime),
  };
}

/** What tenants may have; the log names who has it all, and which limit it is [QTA1]. */
const quotasOf = (config: Config, own: TenantLimitsBook, logger: Logger): TenantQuotas => {
  const { tenantDevices: devices, tenantUsers: users, tenantIndexing: indexingTime } = config;
  const node = { devices, users, attributeQuota: config.tenantAttributes, indexingTime };
  return new TenantQuotas(own, node, (tenantId, limit, amount) =>
    logger.warn({ tenantId, limit, amount }, "the tenant has reached a limit; what is more is refused or has to wait"),
  );
};

const sessionLimits = (config: Config): SessionLimits => ({
  sessionMs: config.sessionLifetime,
  longestMs: config.sessionMaxAge,
  openedMs: config.openedTenant,
  perUser: config.sessionsPerUser,
  recheckMs: sessionRecheckMs,
  rememberedAtMost: sessionsRemembered,
});

const keyLimits = (config: Config): ApiKeyLimits => ({
  perUser: config.apiKeysPerUser,
  recheckMs: sessionRecheckMs,
  rememberedAtMost: sessionsRemembered,
});

export const throttleLimits = (config: Config): ThrottleLimits => ({
  freeFailures: config.loginFreeFailures,
  refuseFromFailures: config.loginRefuseFrom,
  firstDelayMs: config.loginDelay,
  longestDelayMs: config.loginDelayMax,
  forgetAfterMs: loginFailuresForgottenMs,
  rememberedAtMost: loginFailuresRemembered,
});
