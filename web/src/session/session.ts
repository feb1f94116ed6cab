import { ApiClient, ApiError, callsOver, type TokenSource } from "@heliograph/client";
import type {
  Assignment,
  CurrentUser,
  InvitationView,
  LoginAnswer,
  NewSecondFactor,
  PasswordResetView,
  PasswordResetWays,
  SetupAnswer,
  StepToken,
  TokenPair,
} from "@heliograph/contract";
import { Store } from "../state/store.ts";
import {
  clearToken,
  onOtherTab,
  readStored,
  readToken,
  replaceStored,
  type StoredSession,
  takeStored,
  writeStored,
  writeToken,
} from "./stored-session.ts";
import { inOneTab } from "./tab-lock.ts";

export type SessionState =
  | { readonly kind: "resuming" }
  | { readonly kind: "unreachable" }
  | { readonly kind: "signed-out"; readonly why: "nobody" | "logout" | "expired" }
  | { readonly kind: "signed-in"; readonly user: CurrentUser };

const callsWith = (tokens?: TokenSource) => callsOver(new ApiClient(tokens));
/** Before there is a session. */
const nobody = callsWith();

/** What is sent to accept an invitation [AUTH7]. */
export interface InvitationAcceptance {
  readonly token: string;
  readonly password: string;
  readonly account: "new" | "existing";
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly verificationCode: string | undefined;
}

/** Held by whoever trades in a refresh token or replaces the session. */
const sessionLock = "heliograph.refresh";

/** Another session took the place of this one; the page is on its way to it. */
class SessionReplaced extends Error {
  override readonly name = "SessionReplaced";
}

/** Who is logged in, and the tokens [AUTH4]. */
export class Session implements TokenSource {
  readonly state = new Store<SessionState>({ kind: "resuming" });
  /** What is asked for between a password and a session [AUTH9]. */
  readonly step = new Store<StepToken | undefined>(undefined);
  #token: string | undefined;
  #sessionKey = "";
  #renewing: Promise<string> | undefined;
  /** The page reloads: a refresh begun now would lose its answer, and with it the session. */
  #isReplaced = false;

  constructor() {
    onOtherTab(() => void this.#follow());
  }

  /** Picks up the session of the last visit. */
  async resume(): Promise<void> {
    this.state.set({ kind: "resuming" });
    const stored = await readStored();
    if (!stored) return this.state.set({ kind: "signed-out", why: "nobody" });
    this.#sessionKey = stored.sessionKey;
    this.#token = readToken(stored.sessionKey);
    try {
      await this.#enter();
    } catch (error) {
      if (error instanceof SessionReplaced || this.state.get().kind !== "resuming") return;
      if (error instanceof ApiError && error.status === 401) this.#leave("expired");
      else this.state.set({ kind: "unreachable" });
    }
  }

  assignments(username: string, password: string): Promise<Assignment[]> {
    return nobody.auth.assignmentsFor({ body: { username, password } });
  }

  async login(username: string, password: string, authorityId: string): Promise<void> {
    const answer = await nobody.auth.login({ body: { username, password, authorityId } });
    if (answer.refreshToken === null) return this.step.set(answer);
    await this.enterWith(answer);
  }

  /** The second step of a login or of a switch of tenant. */
  async verifyLogin(step: StepToken, verificationCode: string): Promise<void> {
    await this.enterWith(await at(step).auth.verifyLogin({ body: { verificationCode } }));
  }

  setUp(step: StepToken): Promise<NewSecondFactor> {
    return at(step).auth.setUpAtLogin();
  }

  /** Set up; the session in it begins when the recovery codes were seen. */
  confirmSetup(step: StepToken, verificationCode: string, password: string | undefined): Promise<SetupAnswer> {
    return at(step).auth.confirmAtLogin({ body: { verificationCode, ...(password !== undefined && { password }) } });
  }

  leaveStep(): void {
    this.step.set(undefined);
  }

  /** Begins a session; where there was one, in another tenant, the page starts afresh. */
  async enterWith(pair: TokenPair): Promise<void> {
    const isFresh = this.state.get().kind === "signed-in";
    await inOneTab(sessionLock, () => this.#begin(pair));
    if (isFresh || this.#isElsewhere()) return location.replace("/");
    const user = await callsWith(this).auth.currentUser();
    this.step.set(undefined); // in the same moment: a page in between would begin the step once more
    this.state.set({ kind: "signed-in", user });
  }

  /** At a page of its own, which a session leaves behind. */
  #isElsewhere(): boolean {
    return location.pathname === "/invitation";
  }

  passwordResetWays(): Promise<PasswordResetWays> {
    return nobody.users.passwordResetWays();
  }

  async requestPasswordReset(email: string): Promise<void> {
    await nobody.users.requestPasswordReset({ body: { email } });
  }

  viewPasswordReset(resetToken: string): Promise<PasswordResetView> {
    return nobody.users.viewPasswordReset({ body: { resetToken } });
  }

  async resetPassword(resetToken: string, password: string): Promise<void> {
    await nobody.users.resetPassword({ body: { resetToken, password } });
  }

  viewInvitation(token: string): Promise<InvitationView> {
    return nobody.users.viewInvitation({ body: { token } });
  }

  /** Accepts, and is logged in with what it gave; whoever was logged in here before is not any more. */
  async acceptInvitation(acceptance: InvitationAcceptance): Promise<void> {
    const pair = await nobody.users.acceptInvitation({ body: acceptance });
    if (pair.refreshToken === null) return this.step.set(pair);
    const [token, stored] = await inOneTab(sessionLock, async () => {
      const before = [this.#token, await readStored()] as const;
      await this.#begin(pair);
      return before;
    });
    if (stored) await endOnServer(token, stored).catch(() => undefined);
    location.replace("/"); // the way back would lead to a link that is used up
  }

  /** The same by the user who is logged in: goes on in the tenant that was joined. */
  async acceptAsCurrentUser(token: string): Promise<void> {
    const { authorityId } = await callsWith(this).users.acceptInvitationAsUser({ body: { token } });
    await this.switchTo(authorityId);
  }

  /**
   * The same user in another tenant. The server ends the old session before it answers, which all tabs notice: the
   * lock keeps them from renewing it until the new one is stored. The page starts afresh, so nothing is left of the
   * old one.
   */
  switchTo(authorityId: string): Promise<void> {
    return this.#replaceBy((calls) => calls.auth.switchTenant({ body: { authorityId } }));
  }

  /** A system administrator enters a tenant, for a while; as `switchTo`. */
  openTenant(tenantId: string): Promise<void> {
    return this.#replaceBy((calls) => calls.tenants.open({ tenantId }));
  }

  /** And leaves it again. */
  leaveTenant(): Promise<void> {
    return this.#replaceBy((calls) => calls.auth.leaveTenant());
  }

  async #replaceBy(next: (calls: ReturnType<typeof callsWith>) => Promise<LoginAnswer>): Promise<void> {
    const inside: TokenSource = {
      current: async () => this.#token ?? this.#refresh(""),
      renewed: (refused) => this.#refresh(refused),
    };
    const step = await inOneTab(sessionLock, async () => {
      const answer: LoginAnswer = await next(callsWith(inside));
      if (answer.refreshToken === null) return answer;
      await this.#begin(answer);
      return undefined;
    });
    if (step) return this.step.set(step); // the session goes on until that is done
    location.assign("/");
  }

  /** At once in all tabs, even when the server cannot be reached; it is told behind that. */
  async logout(): Promise<void> {
    const token = this.#token;
    const stored = await takeStored();
    this.#leave("logout");
    void endOnServer(token, stored).catch(() => undefined);
  }

  async current(): Promise<string> {
    return this.#token ?? this.renewed("");
  }

  /** A token other than the refused one: renewed by us or, meanwhile, by a call beside this one. */
  async renewed(refused: string): Promise<string> {
    if (this.#token !== undefined && this.#token !== refused) return this.#token;
    this.#renewing ??= inOneTab(sessionLock, () => this.#refresh(refused)).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /** Called again after a change of the own profile. */
  async reloadUser(): Promise<void> {
    await this.#enter();
  }

  async #enter(): Promise<void> {
    const user = await callsWith(this).auth.currentUser();
    this.state.set({ kind: "signed-in", user });
  }

  /** Inside the lock. */
  async #refresh(refused: string): Promise<string> {
    if (this.#isReplaced) throw new SessionReplaced();
    if (this.#token !== undefined && this.#token !== refused) return this.#token; // switched while we waited
    const stored = await readStored();
    if (stored?.sessionKey !== this.#sessionKey) throw this.#superseded(stored);
    const pair = await this.#tradedIn(stored);
    const isOurs = pair && (await replaceStored(stored, { ...stored, refreshToken: pair.refreshToken }));
    if (!isOurs) return this.#refresh(refused); // another tab was first: see what it left
    this.#hold(pair.token, stored.sessionKey);
    return pair.token;
  }

  /** Undefined when the token was refused but is no longer the newest; the session ends only with that one. */
  async #tradedIn(stored: StoredSession): Promise<TokenPair | undefined> {
    try {
      return await tradeIn(stored.refreshToken);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      if (!(await replaceStored(stored, undefined))) return undefined;
      this.#leave("expired");
      throw error;
    }
  }

  /** Inside the lock: a tab that renews the old session must not write it over the new one. */
  async #begin(pair: TokenPair): Promise<void> {
    const sessionKey = crypto.getRandomValues(new Uint32Array(2)).join("-");
    this.#hold(pair.token, sessionKey);
    await writeStored({ refreshToken: pair.refreshToken, sessionKey });
  }

  #hold(token: string, sessionKey: string): void {
    this.#token = token;
    this.#sessionKey = sessionKey;
    writeToken(sessionKey, token);
  }

  async #follow(): Promise<void> {
    const stored = await readStored();
    if (stored?.sessionKey !== this.#sessionKey) this.#superseded(stored);
  }

  /** Another tab logged out, or began another session. */
  #superseded(stored: StoredSession | undefined): Error {
    if (stored) {
      this.#isReplaced = true;
      location.reload();
      return new SessionReplaced();
    }
    this.#leave("logout");
    return new ApiError(401, 10, "The session has ended; log in again");
  }

  #leave(why: "logout" | "expired"): void {
    this.#token = undefined;
    clearToken();
    if (this.state.get().kind !== "signed-out") this.state.set({ kind: "signed-out", why });
  }
}

/** With the token of a step, which is good for nothing else and has no other to renew it. */
const at = ({ token }: StepToken) => callsWith({ current: async () => token });

const tradeIn = (refreshToken: string): Promise<TokenPair> => nobody.auth.refresh({ body: { refreshToken } });

/** The record is taken, so no other tab renews it. One that is just doing so makes this a reuse, which ends it, too. */
async function endOnServer(token: string | undefined, stored: StoredSession | undefined): Promise<void> {
  const renewed = async () => (await tradeIn(stored?.refreshToken ?? "")).token;
  const tokens = { current: async () => token ?? renewed(), renewed };
  await callsWith(tokens).auth.logout();
}
