/** What belongs to an account beside its password, and what tenants ask of it. */
export interface AccountTables {
  second_factors: SecondFactorsTable;
  used_codes: UsedCodesTable;
  recovery_codes: RecoveryCodesTable;
  sign_in_rules: SignInRulesTable;
  password_resets: PasswordResetsTable;
  user_preferences: UserPreferencesTable;
  terms: TermsTable;
  accepted_terms: AcceptedTermsTable;
}

interface SecondFactorsTable {
  user_id: string;
  /** Sealed. */
  secret: string;
  /** Null until a first code was shown. */
  enabled_time: number | null;
  uses: number;
}

interface UsedCodesTable {
  user_id: string;
  /** Of time, as the code counts it. */
  step: number;
  /** Which use it was. */
  use: number;
}

interface RecoveryCodesTable {
  user_id: string;
  code_hash: string;
}

interface SignInRulesTable {
  tenant_id: string;
  needs_second_factor: number;
  /** Counts changes. */
  version: number;
}

interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  /** Null when it goes by mail. */
  made_by: string | null;
  created_time: number;
  expires_time: number;
}

interface UserPreferencesTable {
  user_id: string;
  /** JSON. */
  preferences: string;
}

interface TermsTable {
  tenant_id: string;
  version: number;
  text: string;
  created_time: number;
}

interface AcceptedTermsTable {
  user_id: string;
  tenant_id: string;
  version: number;
  accepted_time: number;
}
