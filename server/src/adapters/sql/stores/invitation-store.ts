import type { TenantRole } from "@heliograph/contract";
import type { Kysely, Transaction } from "kysely";
import type {
  AcceptOutcome,
  FoundInvitation,
  Invitation,
  InvitationStore,
  NewAssignment,
  NewInvitation,
  StoredGrant,
  User,
} from "../../../core/access/index.ts";
import type { ApiKeyId, InvitationId, TenantId, UserId } from "../../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../../kernel/paging.ts";
import { foldCase } from "../../../kernel/text.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import { type Database, streamRows } from "../database.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../sql-error.ts";
import type { Tables } from "../tables.ts";
import { grantsOfInvitations } from "./grant-rows.ts";
import { insertAssignment, insertGrants, insertUser } from "./user-rows.ts";

export class SqlInvitationStore implements InvitationStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async save(invitation: NewInvitation, tokenHash: string): Promise<readonly InvitationId[] | undefined> {
    const row = rowOf(invitation, tokenHash);
    try {
      return await this.#db.transact(async (trx) => {
        const replaced = await trx
          .deleteFrom("invitations")
          .where("tenant_id", "=", row.tenant_id)
          .where("username_key", "=", row.username_key)
          .where("accepted_time", "is", null)
          .returning("id")
          .execute();
        await trx.insertInto("invitations").values(row).execute();
        await insertGrants(trx, { invitation: invitation.id }, invitation.grants);
        return replaced.map(({ id }) => id as InvitationId);
      });
    } catch (error) {
      if (isForeignKeyViolation(error)) return undefined;
      throw error;
    }
  }

  async find(tokenHash: string): Promise<FoundInvitation | undefined> {
    const row = await this.#db.read
      .selectFrom("invitations")
      .innerJoin("tenants", "tenants.id", "invitations.tenant_id")
      .selectAll("invitations")
      .select("tenants.name as tenant_name")
      .where("invitations.token_hash", "=", tokenHash)
      .executeTakeFirst();
    const [found] = row ? await this.#withGrants([row]) : [];
    return row && found && { ...found, tenantName: row.tenant_name, isAccepted: row.accepted_time !== null };
  }

  async list(tenant: TenantId, now: EpochMs, page: PageRequest): Promise<Page<Invitation>> {
    const { total } = await open(this.#db.read, tenant, now)
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    const rows = await newestFirst(this.#db.read, tenant, now).limit(page.limit).offset(offsetOf(page)).execute();
    return pageOf(await this.#withGrants(rows), Number(total), page);
  }

  async *stream(tenant: TenantId, now: EpochMs): AsyncGenerator<readonly Invitation[]> {
    const query = newestFirst(this.#db.read, tenant, now);
    for await (const rows of streamRows(this.#db, query)) yield this.#withGrants(rows);
  }

  async findById(tenant: TenantId, id: InvitationId): Promise<Invitation | undefined> {
    const query = this.#db.read.selectFrom("invitations").selectAll().where("tenant_id", "=", tenant);
    const row = await query.where("id", "=", id).executeTakeFirst();
    const [found] = row ? await this.#withGrants([row]) : [];
    return found;
  }

  async #withGrants(rows: readonly Tables["invitations"][]): Promise<readonly Invitation[]> {
    const grants = await grantsOfInvitations(
      this.#db,
      rows.map(({ id }) => id as InvitationId),
    );
    return rows.map((row) => invitationOf(row, grants.get(row.id as InvitationId) ?? []));
  }

  withdraw(tenant: TenantId, id: InvitationId): Promise<{ readonly username: string } | undefined> {
    return this.#db.write
      .deleteFrom("invitations")
      .where("tenant_id", "=", tenant)
      .where("id", "=", id)
      .where("accepted_time", "is", null)
      .returning("username")
      .executeTakeFirst();
  }

  async accept(id: InvitationId, who: UserId | User, assignment: NewAssignment): Promise<AcceptOutcome> {
    try {
      return await this.#db.transact((trx) => acceptIn(trx, id, who, assignment));
    } catch (error) {
      if (error instanceof Refusal) return error.outcome;
      if (isUniqueViolation(error)) return typeof who === "string" ? "already-assigned" : "name-taken";
      if (isForeignKeyViolation(error)) return "no-such-user";
      throw error;
    }
  }

  async removeEnded(now: EpochMs): Promise<number> {
    const ended = this.#db.write.deleteFrom("invitations").where("expires_time", "<=", now);
    return Number((await ended.executeTakeFirst()).numDeletedRows);
  }
}

/** Thrown so that the transaction leaves nothing behind. */
class Refusal extends Error {
  readonly outcome: AcceptOutcome;

  constructor(outcome: AcceptOutcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

/** The mark comes first: of two who accept at once, the second waits for it and then finds it. */
async function acceptIn(
  trx: Transaction<Tables>,
  id: InvitationId,
  who: UserId | User,
  assignment: NewAssignment,
): Promise<AcceptOutcome> {
  const { numUpdatedRows } = await trx
    .updateTable("invitations")
    .set({ accepted_time: assignment.createdTime })
    .where("id", "=", id)
    .where("accepted_time", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal("accepted-before");
  if (typeof who !== "string") await insertUser(trx, who);
  const outcome = await insertAssignment(trx, typeof who === "string" ? who : who.id, assignment);
  if (outcome !== "assigned") throw new Refusal(outcome);
  const taken = { assignment_id: assignment.id, invitation_id: null };
  await trx.updateTable("grants").set(taken).where("invitation_id", "=", id).execute();
  return "accepted";
}

const open = (db: Kysely<Tables>, tenant: TenantId, now: EpochMs) =>
  db
    .selectFrom("invitations")
    .where("tenant_id", "=", tenant)
    .where("accepted_time", "is", null)
    .where("expires_time", ">", now);

const newestFirst = (db: Kysely<Tables>, tenant: TenantId, now: EpochMs) =>
  open(db, tenant, now).selectAll().orderBy("created_time", "desc").orderBy("id");

const invitationOf = (row: Tables["invitations"], grants: readonly StoredGrant[]): Invitation => ({
  id: row.id as InvitationId,
  tenantId: row.tenant_id as TenantId,
  username: row.username,
  role: row.role as TenantRole,
  grants,
  invitedBy: row.invited_by as UserId | null,
  invitedWithKey: row.invited_key_id as ApiKeyId | null,
  createdTime: epochMs(row.created_time),
  expiresTime: epochMs(row.expires_time),
});

const rowOf = (invitation: NewInvitation, tokenHash: string): Tables["invitations"] => ({
  id: invitation.id,
  tenant_id: invitation.tenantId,
  username: invitation.username,
  username_key: foldCase(invitation.username),
  role: invitation.role,
  invited_by: invitation.invitedBy,
  invited_key_id: invitation.invitedWithKey,
  token_hash: tokenHash,
  created_time: invitation.createdTime,
  expires_time: invitation.expiresTime,
  accepted_time: null,
});
