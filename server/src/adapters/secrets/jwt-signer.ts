import type { StepScope } from "@heliograph/contract";
import { createSigner, createVerifier } from "fast-jwt";
import {
  type AccessClaims,
  type RefreshClaims,
  type StepClaims,
  type TokenDisplay,
  type TokenSigner,
  tokenExpired,
  tokenInvalid,
} from "../../core/access/index.ts";
import type { AuthorityId, SessionId, UserId } from "../../kernel/ids.ts";

export interface TokenLifetimes {
  readonly accessMs: number;
  readonly refreshMs: number;
  readonly stepMs: number;
}

const issuer = "heliograph";
/** Verified tokens remembered; a token checked again costs a look-up instead of a signature. */
const verifiedKept = 10_000;

type Payload = Record<string, unknown>;

/** Tokens as signed JWTs: HS256 and nothing else, whatever a token's own header says. */
export class JwtSigner implements TokenSigner {
  readonly #signAccess: (payload: Payload) => string;
  readonly #signRefresh: (payload: Payload) => string;
  readonly #signStep: Record<StepScope, (payload: Payload) => string>;
  readonly #verifyAccess: (token: string) => Payload;
  readonly #verifyRefresh: (token: string) => Payload;
  readonly #verifyStep: Record<StepScope, (token: string) => Payload>;

  constructor(key: Buffer, lifetimes: TokenLifetimes) {
    const signing = { key, algorithm: "HS256", iss: issuer } as const;
    this.#signAccess = createSigner({ ...signing, aud: "access", expiresIn: lifetimes.accessMs });
    this.#signRefresh = createSigner({ ...signing, aud: "refresh", expiresIn: lifetimes.refreshMs });
    const stepSigner = (aud: StepScope) => createSigner({ ...signing, aud, expiresIn: lifetimes.stepMs });
    this.#signStep = stepsBy(stepSigner);
    const verifying = { key, algorithms: ["HS256" as const], allowedIss: issuer };
    this.#verifyAccess = createVerifier({ ...verifying, allowedAud: "access", cache: verifiedKept });
    this.#verifyRefresh = createVerifier({ ...verifying, allowedAud: "refresh" });
    this.#verifyStep = stepsBy((allowedAud: StepScope) => createVerifier({ ...verifying, allowedAud }));
  }

  signAccess(claims: AccessClaims, display: TokenDisplay): string {
    return this.#signAccess({
      sub: display.username,
      sid: claims.sessionId,
      userId: display.userId,
      scopes: [display.role],
      ...(display.tenantId === undefined ? {} : { tenantId: display.tenantId }),
    });
  }

  signRefresh(claims: RefreshClaims): string {
    return this.#signRefresh({ sid: claims.sessionId, gen: claims.generation });
  }

  verifyAccess(token: string): AccessClaims {
    return { kind: "access", sessionId: sessionIdOf(checked(this.#verifyAccess, token)) };
  }

  verifyRefresh(token: string): RefreshClaims {
    const payload = checked(this.#verifyRefresh, token);
    const generation = payload["gen"];
    if (typeof generation !== "number") throw tokenInvalid();
    return { kind: "refresh", sessionId: sessionIdOf(payload), generation };
  }

  signStep({ scope, userId, authorityId, passwordMark, sessionId }: StepClaims): string {
    const sid = sessionId === undefined ? {} : { sid: sessionId };
    return this.#signStep[scope]({ userId, authorityId, mark: passwordMark, scopes: [scope], ...sid });
  }

  verifyStep(token: string, scope: StepScope): StepClaims {
    const payload = checked(this.#verifyStep[scope], token);
    const { userId, authorityId, mark } = payload;
    if (typeof userId !== "string" || typeof authorityId !== "string" || typeof mark !== "string") throw tokenInvalid();
    const sessionId = "sid" in payload ? sessionIdOf(payload) : undefined;
    return { scope, userId: userId as UserId, authorityId: authorityId as AuthorityId, passwordMark: mark, sessionId };
  }
}

/** Each step has an audience of its own: a token of one is nothing to another, nor to any other door. */
const stepsBy = <T>(make: (scope: StepScope) => T): Record<StepScope, T> => ({
  PRE_VERIFICATION_TOKEN: make("PRE_VERIFICATION_TOKEN"),
  MFA_CONFIGURATION_TOKEN: make("MFA_CONFIGURATION_TOKEN"),
});

function checked(verify: (token: string) => Payload, token: string): Payload {
  try {
    return verify(token);
  } catch (error) {
    throw isExpiry(error) ? tokenExpired() : tokenInvalid();
  }
}

const isExpiry = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "FAST_JWT_EXPIRED";

function sessionIdOf(payload: Payload): SessionId {
  const sessionId = payload["sid"];
  if (typeof sessionId !== "string") throw tokenInvalid();
  return sessionId as SessionId;
}
