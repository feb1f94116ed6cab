import type { TokenPair } from "@heliograph/contract";
import type { TokenSource } from "./api-client.ts";

/** The tokens of a script, in memory. A refresh token works once [AUTH4]: calls side by side share its renewal. */
export class KeptTokens implements TokenSource {
  #pair: TokenPair;
  #renewing: Promise<string> | undefined;
  readonly #refresh: (refreshToken: string) => Promise<TokenPair>;

  constructor(pair: TokenPair, refresh: (refreshToken: string) => Promise<TokenPair>) {
    this.#pair = pair;
    this.#refresh = refresh;
  }

  async current(): Promise<string> {
    return this.#pair.token;
  }

  renewed(refused: string): Promise<string> {
    if (this.#pair.token !== refused) return this.current();
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renew(): Promise<string> {
    this.#pair = await this.#refresh(this.#pair.refreshToken);
    return this.#pair.token;
  }
}
