import { createHash } from "node:crypto";
import type { LoginAnswer, StepScope, TokenPair } from "@heliograph/contract";
import type { AuthorityId, SessionId } from "../../kernel/ids.ts";
import { type Actor, actingAs } from "../audit/index.ts";
import { codeWrong, sessionEnded } from "./errors.ts";
import type { Login } from "./login.ts";
import type { ProposedFactor, SecondFactors, ShownCode } from "./second-factors.ts";
import type { TokenSigner } from "./secrets.ts";
import type { Session, SessionOrigin } from "./session-store.ts";
import type { Sessions } from "./sessions.ts";
import type { User, UserAssignment } from "./user-store.ts";
import type { Users } from "./users.ts";

interface SignInParts {
  readonly login: Login;
  readonly sessions: Sessions;
  readonly users: Users;
  readonly factors: SecondFactors;
  readonly signer: TokenSigner;
}

/** Who came as far as a step of the login. */
interface Comer {
  readonly user: User;
  readonly assignment: UserAssignment;
  /** The session that switches, where one does. */
  readonly insteadOf: SessionId | undefined;
}

/**
 * The way from a right password to a session [AUTH9]. Where a code is asked for, or a second factor to be set up, it has
 * one step more: a token that is good for this step and for nothing else, at any door.
 */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /**
   * A session, or what is asked for first. `isVerified`: a code was shown on the way here. `id`: of the session that asks,
   * which ends with the last step; ended before, the step is none any more.
   */
  async enter(
    user: User,
    to: AuthorityId | string | undefined,
    from: SessionOrigin,
    { id, isVerified }: Pick<Session, "isVerified"> & Partial<Pick<Session, "id">> = { isVerified: false },
  ): Promise<LoginAnswer> {
    const { login, sessions } = this.#parts;
    const assignment = await login.choose(user, to);
    const step = isVerified ? undefined : await this.#stepFor(user, assignment);
    if (step === undefined)
      return sessions.open(user, assignment, { origin: from, isVerified, ...(id && { insteadOf: id }) });
    const claims = { userId: user.id, authorityId: assignment.id, passwordMark: markOf(user), sessionId: id };
    return { token: this.#parts.signer.signStep({ scope: step, ...claims }), refreshToken: null, scope: step };
  }

  /** A right code is a session. */
  async verify(token: string, shown: ShownCode, origin: SessionOrigin): Promise<TokenPair> {
    const { user, assignment, insteadOf } = await this.#comer(token, "PRE_VERIFICATION_TOKEN");
    const verifiedBy = await this.#parts.factors.verify(user, shown, codeWrong);
    const entry = { origin, isVerified: true, verifiedBy, ...(insteadOf && { insteadOf }) };
    return this.#parts.sessions.open(user, assignment, entry);
  }

  async setUp(token: string): Promise<ProposedFactor> {
    const { user } = await this.#comer(token, "MFA_CONFIGURATION_TOKEN");
    return this.#parts.factors.propose(user);
  }

  /** Set up, and in. Who comes from a session has shown no password on the way, and does here. */
  async confirm(
    token: string,
    shown: ShownCode & { readonly password: string | undefined },
    origin: SessionOrigin,
  ): Promise<TokenPair & { readonly recoveryCodes: readonly string[] }> {
    const { factors, sessions } = this.#parts;
    const comer = await this.#comer(token, "MFA_CONFIGURATION_TOKEN");
    const { user, assignment, insteadOf } = comer;
    if (insteadOf) await factors.requirePassword(user, shown.password, shown.address);
    const entry = { origin, isVerified: true, ...(insteadOf && { insteadOf }) };
    return actingAs(actorOf(comer, origin), async () => {
      const recoveryCodes = await factors.confirm(user, shown.code, insteadOf);
      return { recoveryCodes, ...(await sessions.open(user, assignment, entry)) };
    });
  }

  async #stepFor(user: User, { tenant }: UserAssignment): Promise<StepScope | undefined> {
    const { enabledTime, isService, isRequired } = await this.#parts.factors.stateOf(user.id, tenant?.id);
    if (isService) return undefined;
    if (enabledTime !== null) return "PRE_VERIFICATION_TOKEN";
    return isRequired ? "MFA_CONFIGURATION_TOKEN" : undefined;
  }

  /** Of a user whose password is still the one that was right, in an assignment and a session that are still there. */
  async #comer(token: string, scope: StepScope): Promise<Comer> {
    const { userId, authorityId, passwordMark, sessionId } = this.#parts.signer.verifyStep(token, scope);
    if (sessionId) await this.#parts.sessions.requireLive(sessionId);
    const user = await this.#parts.users.requireAccount(userId);
    if (passwordMark !== markOf(user)) throw sessionEnded();
    return { user, assignment: await this.#parts.login.choose(user, authorityId), insteadOf: sessionId };
  }
}

/** Tells passwords apart without telling anything of them: a hash of a salted hash. */
const markOf = ({ passwordHash }: User): string => createHash("sha256").update(passwordHash).digest("base64url");

const actorOf = ({ user, assignment }: Comer, { address }: SessionOrigin): Actor => ({
  kind: "user",
  userId: user.id,
  name: user.username,
  address,
  tenantId: assignment.tenant?.id ?? null,
});
