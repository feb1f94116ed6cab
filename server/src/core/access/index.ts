export { permissionDenied, tokenExpired, tokenInvalid, tokenMissing } from "./errors.ts";
export { Login } from "./login.ts";
export { LoginThrottle, type ThrottleLimits } from "./login-throttle.ts";
export type { Principal } from "./principal.ts";
export type { AccessClaims, PasswordHasher, RefreshClaims, TokenDisplay, TokenSigner } from "./secrets.ts";
export type { LiveSession, Session, SessionStore } from "./session-store.ts";
export { Sessions } from "./sessions.ts";
export type { NewAssignment, TenantUser, User, UserAssignment, UserStore } from "./user-store.ts";
export { Users } from "./users.ts";
