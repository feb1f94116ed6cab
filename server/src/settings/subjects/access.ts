import { duration, wholeNumber } from "../setting-kinds.ts";

const loginDelays = { min: "0ms", max: "10min" };

/** How people get in and how long they stay. */
export const accessSettings = {
  accessTokenLifetime: duration("HELIO_ACCESS_TOKEN_LIFETIME", "2.5h", "How long an access token is valid", {
    min: "1s",
    max: "366d",
  }),
  sessionLifetime: duration("HELIO_SESSION_LIFETIME", "7d", "How long a session lives on without a refresh", {
    min: "1s",
    max: "3660d",
  }),
  sessionMaxAge: duration(
    "HELIO_SESSION_MAX_AGE",
    "30d",
    "A session ends after so long at the latest, however often it is refreshed",
    { min: "1s", max: "3660d" },
  ),
  sessionsPerUser: wholeNumber("HELIO_SESSIONS_PER_USER", 1_000, "Sessions a user may have at once", {
    min: 1,
    max: 1_000_000,
  }),
  openedTenant: duration(
    "HELIO_OPENED_TENANT",
    "1h",
    "A system administrator who has opened a tenant is out of it after this",
    { min: "1s", max: "30d" },
  ),
  apiKeysPerUser: wholeNumber("HELIO_API_KEYS_PER_USER", 100, "API keys a user may have in one tenant", {
    min: 1,
    max: 10_000,
  }),
  loginStepLifetime: duration(
    "HELIO_LOGIN_STEP_LIFETIME",
    "5min",
    "After a right password, so long remains to show a code or to set up a second factor",
    { min: "1s", max: "1h" },
  ),
  invitationLifetime: duration("HELIO_INVITATION_LIFETIME", "7d", "An invitation can be accepted for so long", {
    min: "1s",
    max: "366d",
  }),
  passwordResetLifetime: duration(
    "HELIO_PASSWORD_RESET_LIFETIME",
    "1h",
    "A link to a new password works for so long, once",
    { min: "1s", max: "7d" },
  ),
  passwordMinLength: wholeNumber("HELIO_PASSWORD_MIN_LENGTH", 8, "Characters a new password needs", {
    min: 1,
    max: 128,
  }),
  loginFreeFailures: wholeNumber("HELIO_LOGIN_FREE_FAILURES", 5, "Failed logins without a delay", {
    min: 0,
    max: 1_000,
  }),
  loginRefuseFrom: wholeNumber("HELIO_LOGIN_REFUSE_FROM", 10, "From so many failed logins on the answer is 429", {
    min: 1,
    max: 1_000,
  }),
  loginDelay: duration(
    "HELIO_LOGIN_DELAY",
    "250ms",
    "The first delay of a login after failures; doubles each time",
    loginDelays,
  ),
  loginDelayMax: duration("HELIO_LOGIN_DELAY_MAX", "4s", "The longest delay of a login after failures", loginDelays),
  projectsPerTenant: wholeNumber("HELIO_PROJECTS_PER_TENANT", 10_000, "Projects a tenant may have", {
    min: 1,
    max: 100_000,
  }),
  projectDepth: wholeNumber("HELIO_PROJECT_DEPTH", 20, "Levels of the tree of projects", { min: 1, max: 100 }),
  rolesPerTenant: wholeNumber("HELIO_ROLES_PER_TENANT", 200, "Roles of its own a tenant may have", {
    min: 1,
    max: 1_000,
  }),
  moveLimit: wholeNumber("HELIO_MOVE_LIMIT", 10_000, "Devices moved by one request that names a filter", {
    min: 1,
    max: 1_000_000,
  }),
  auditRetention: duration(
    "HELIO_AUDIT_RETENTION",
    "365d",
    "Entries of the audit log are kept so long; nobody can remove them earlier",
    { min: "1s", max: "3650d" },
  ),
  auditSealAfter: duration(
    "HELIO_AUDIT_SEAL_AFTER",
    "500ms",
    "Entries of the audit log are sealed into their chain so long after they were written; whoever reads seals at once",
    { min: "50ms", max: "60s" },
  ),
  auditWaiting: wholeNumber(
    "HELIO_AUDIT_WAITING",
    10_000,
    "Entries of a tenant's audit log that may wait to be sealed; with more, changes seal them or are refused",
    { min: 1, max: 1_000_000 },
  ),
} as const;
