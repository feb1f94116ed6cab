import { foldCase } from "../../kernel/text.ts";
import { passwordIsName, passwordTooCommon, passwordTooShort } from "./errors.ts";

/** Passwords everybody tries first. */
export interface KnownPasswords {
  has(password: string): Promise<boolean>;
}

/** What a password has to be when it is set; those that exist stay as they are [AUTH9]. */
export class PasswordRules {
  readonly minLength: number;
  readonly #known: KnownPasswords;

  constructor(minLength: number, known: KnownPasswords) {
    this.minLength = minLength;
    this.#known = known;
  }

  async require(username: string, password: string): Promise<void> {
    if ([...password].length < this.minLength) throw passwordTooShort(this.minLength);
    if (foldCase(password) === foldCase(username)) throw passwordIsName();
    if (await this.#known.has(password)) throw passwordTooCommon();
  }
}
