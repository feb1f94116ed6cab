import type { MailSecurity, TenantMail, TenantMailStore } from "../../../core/mail/index.ts";
import type { TenantId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import { isForeignKeyViolation } from "../sql-error.ts";

export class SqlTenantMailStore implements TenantMailStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(tenant: TenantId): Promise<TenantMail | undefined> {
    const found = this.#db.read.selectFrom("tenant_mail").selectAll().where("tenant_id", "=", tenant);
    const row = await found.executeTakeFirst();
    if (!row) return undefined;
    const { host, port, security, username, password, from_address: address, from_name: name } = row;
    const server = { host, port: Number(port), security: security as MailSecurity };
    return { ...server, username, password, from: { name, address } };
  }

  async save(tenant: TenantId, { from, ...mail }: TenantMail): Promise<"saved" | "no-such-tenant"> {
    const values = { ...mail, from_address: from.address, from_name: from.name };
    try {
      await this.#db.write
        .insertInto("tenant_mail")
        .values({ tenant_id: tenant, ...values })
        .onConflict((conflict) => conflict.column("tenant_id").doUpdateSet(values))
        .execute();
      return "saved";
    } catch (error) {
      if (isForeignKeyViolation(error)) return "no-such-tenant";
      throw error;
    }
  }

  async remove(tenant: TenantId): Promise<boolean> {
    const removed = await this.#db.write.deleteFrom("tenant_mail").where("tenant_id", "=", tenant).executeTakeFirst();
    return removed.numDeletedRows > 0n;
  }
}
