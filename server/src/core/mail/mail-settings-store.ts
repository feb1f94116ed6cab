import type { TenantId } from "../../kernel/ids.ts";
import type { MailSender } from "./mail-address.ts";
import type { MailSecurity } from "./mailer.ts";

/** The mail server of a tenant's own, as it is kept. */
export interface TenantMail {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly username: string | null;
  /** Sealed. */
  readonly password: string | null;
  readonly from: MailSender;
}

export interface TenantMailStore {
  find(tenant: TenantId): Promise<TenantMail | undefined>;
  save(tenant: TenantId, mail: TenantMail): Promise<"saved" | "no-such-tenant">;
  remove(tenant: TenantId): Promise<boolean>;
}
