import { TotpCodes } from "../adapters/secrets/totp-codes.ts";
import type { Database } from "../adapters/sql/database.ts";
import { SqlPasswordResetStore } from "../adapters/sql/stores/password-reset-store.ts";
import { SqlSecondFactorStore } from "../adapters/sql/stores/second-factor-store.ts";
import { SqlTermsStore } from "../adapters/sql/stores/terms-store.ts";
import {
  AccountCare,
  type AccountLetters,
  type Login,
  type PasswordHasher,
  PasswordResets,
  type PasswordRules,
  SecondFactors,
  type Sessions,
  SignIn,
  type TokenSigner,
  type Users,
} from "../core/access/index.ts";
import type { Audit } from "../core/audit/index.ts";
import type { Outbox } from "../core/outbox/index.ts";
import type { Sealer } from "../core/sealing/index.ts";
import { TermsOfUse } from "../core/tenants/index.ts";
import type { Clock } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";

/** What belongs to accounts beside their password [AUTH9]. */
export interface AccountParts {
  readonly signIn: SignIn;
  readonly secondFactors: SecondFactors;
  readonly passwordResets: PasswordResets;
  readonly terms: TermsOfUse;
}

interface Around {
  readonly database: Database;
  readonly users: Users;
  readonly login: Login;
  readonly sessions: Sessions;
  readonly signer: TokenSigner;
  readonly sealer: Sealer;
  readonly hasher: PasswordHasher;
  readonly passwordRules: PasswordRules;
  readonly letters: AccountLetters;
  readonly audit: Audit;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

export function composeAccounts(config: Config, around: Around): AccountParts {
  const { database, users, clock, audit } = around;
  const parts = { ...around, care: new AccountCare(users) };
  const secondFactors = new SecondFactors({
    ...parts,
    store: new SqlSecondFactorStore(database),
    codes: new TotpCodes(),
  });
  const resetParts = { ...parts, store: new SqlPasswordResetStore(database) };
  return {
    secondFactors,
    signIn: new SignIn({ ...parts, factors: secondFactors }),
    passwordResets: new PasswordResets(resetParts, config.passwordResetLifetime),
    terms: new TermsOfUse({ store: new SqlTermsStore(database), clock, audit }),
  };
}
