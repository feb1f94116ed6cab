import type { Assignment, CurrentUser, TokenPair } from "@heliograph/contract";
import { ApiClient, send, type TokenSource } from "../api/api-client.ts";
import { ApiError } from "../api/api-error.ts";
import { Store } from "../state/store.ts";
import {
  clearStored,
  newestStored,
  onOtherTab,
  readStored,
  readToken,
  writeStored,
  writeToken,
} from "./stored-session.ts";
import { inOneTab } from "./tab-lock.ts";

export type SessionState =
  | { readonly kind: "resuming" }
  | { readonly kind: "unreachable" }
  | { readonly kind: "signed-out"; readonly why: "nobody" | "logout" | "expired" }
  | { readonly kind: "signed-in"; readonly user: CurrentUser };

const refreshLock = "heliograph.refresh";

/** Who is logged in, and the tokens [AUTH4]. */
export class Session implements TokenSource {
  readonly state = new Store<SessionState>({ kind: "resuming" });
  #token: string | undefined;
  #sessionKey = "";
  #renewing: Promise<string> | undefined;

  constructor() {
    onOtherTab((stored) => {
      if (!stored && this.state.get().kind === "signed-in") this.#end("logout");
      else if (stored && stored.sessionKey !== this.#sessionKey) location.reload();
    });
  }

  /** Picks up the session of the last visit. */
  async resume(): Promise<void> {
    const stored = readStored();
    if (!stored) return this.state.set({ kind: "signed-out", why: "nobody" });
    this.state.set({ kind: "resuming" });
    this.#sessionKey = stored.sessionKey;
    this.#token = readToken(stored.sessionKey);
    try {
      await this.#enter();
    } catch (error) {
      if (this.state.get().kind === "resuming") this.state.set({ kind: "unreachable" });
      if (error instanceof ApiError && error.status === 401) this.#end("expired");
    }
  }

  async assignments(username: string, password: string): Promise<Assignment[]> {
    const response = await send("/api/noauth/authorization", { method: "POST", body: { username, password } });
    return (await response.json()) as Assignment[];
  }

  async login(username: string, password: string, authorityId: string): Promise<void> {
    const body = { username, password, authorityId };
    await this.#begin(await send("/api/auth/login", { method: "POST", body }));
  }

  /** The same user in another tenant; the old session ends. The page starts afresh, so nothing of it is left. */
  async switchTo(authorityId: string): Promise<void> {
    const token = await this.current();
    const response = await send("/api/auth/switch", { method: "POST", body: { authorityId } }, token);
    await this.#keep((await response.json()) as TokenPair, crypto.getRandomValues(new Uint32Array(2)).join("-"));
    location.assign("/");
  }

  async logout(): Promise<void> {
    const token = this.#token;
    this.#end("logout");
    if (token) await send("/api/auth/logout", { method: "POST" }, token).catch(() => undefined);
  }

  async current(): Promise<string> {
    return this.#token ?? this.renewed("");
  }

  /** A token other than the refused one: renewed by us or, meanwhile, by a call beside this one. */
  async renewed(refused: string): Promise<string> {
    if (this.#token !== undefined && this.#token !== refused) return this.#token;
    this.#renewing ??= inOneTab(refreshLock, () => this.#refresh()).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /** Called again after a change of the own profile. */
  async reloadUser(): Promise<void> {
    await this.#enter();
  }

  async #begin(response: Response): Promise<void> {
    const pair = (await response.json()) as TokenPair;
    await this.#keep(pair, crypto.getRandomValues(new Uint32Array(2)).join("-"));
    await this.#enter();
  }

  async #enter(): Promise<void> {
    const user = await new ApiClient(this).json<CurrentUser>("/api/auth/user");
    this.state.set({ kind: "signed-in", user });
  }

  async #refresh(): Promise<string> {
    const stored = await newestStored();
    if (!stored) {
      this.#end("expired");
      throw new ApiError(401, 10, "The session has ended; log in again");
    }
    try {
      const { refreshToken } = stored;
      const response = await send("/api/auth/token", { method: "POST", body: { refreshToken } });
      const pair = (await response.json()) as TokenPair;
      await this.#keep(pair, stored.sessionKey);
      return pair.token;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) this.#end("expired");
      throw error;
    }
  }

  async #keep(pair: TokenPair, sessionKey: string): Promise<void> {
    this.#token = pair.token;
    this.#sessionKey = sessionKey;
    writeToken(sessionKey, pair.token);
    await writeStored({ refreshToken: pair.refreshToken, sessionKey });
  }

  #end(why: "logout" | "expired"): void {
    this.#token = undefined;
    clearStored();
    this.state.set({ kind: "signed-out", why });
  }
}
