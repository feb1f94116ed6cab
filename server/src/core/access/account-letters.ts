import { randomUUID } from "node:crypto";
import type { TenantId, UserId } from "../../kernel/ids.ts";
import type { Clock, EpochMs } from "../../kernel/time.ts";
import { type AccountNews, acceptedLetter, accountLetter, type Mail, passwordResetLetter } from "../mail/index.ts";
import type { UserPreferences } from "./preferences.ts";
import type { User, UserStore } from "./user-store.ts";

/** Somebody to write to. */
type Addressee = Pick<User, "id" | "username">;

/** An invitation that was accepted, as who made it is told. */
interface Acceptance {
  readonly tenantId: TenantId;
  readonly tenantName: string;
  readonly username: string;
}

/** A way to a new password: the mail has the token, its key the hash that is kept anyway. */
interface ResetLink {
  readonly token: string;
  readonly tokenHash: string;
  readonly expiresTime: EpochMs;
}

interface LetterParts {
  readonly mail: Pick<Mail, "reaches" | "send" | "withdraw" | "linkTo">;
  readonly users: Pick<UserStore, "findById">;
  readonly preferences: UserPreferences;
  readonly clock: Clock;
}

/** Whatever looks like an address, to ask whether the node can send mail at all. */
const anybody = "somebody@example.org";

/**
 * Mails about accounts, in the language of who gets them. Called inside the transaction of what they tell: sent when
 * that is stored, or never.
 */
export class AccountLetters {
  readonly #parts: LetterParts;

  constructor(parts: LetterParts) {
    this.#parts = parts;
  }

  /** Whether the node itself can: what opens an account does not go through a tenant's server, whose owner could read it. */
  canSend(): Promise<boolean> {
    return this.#parts.mail.reaches(null, anybody);
  }

  reaches({ username }: Addressee): Promise<boolean> {
    return this.#parts.mail.reaches(null, username);
  }

  async passwordReset(user: Addressee, link: ResetLink): Promise<void> {
    const { mail } = this.#parts;
    const [path, { expiresTime }] = [`/password#${link.token}`, link];
    const facts = { username: user.username, link: mail.linkTo(path) ?? path, expiresTime };
    await mail.send({
      ...{ tenantId: null, to: user.username, key: resetKeyOf(link.tokenHash), notAfter: expiresTime },
      letter: passwordResetLetter(await this.#languageOf(user.id), facts),
      summary: `Link to a new password for ${user.username}`,
    });
  }

  /** Its link works no more: where it has not been sent yet, it is not sent. */
  withdrawPasswordReset(tokenHash: string): Promise<void> {
    return this.#parts.mail.withdraw(resetKeyOf(tokenHash));
  }

  /** Where the user wants to be told, and can be. */
  async news(user: Addressee, news: AccountNews): Promise<void> {
    const { mail, preferences, clock } = this.#parts;
    const { notifications } = await preferences.of(user.id);
    if (!notifications.security || !(await this.reaches(user))) return;
    await mail.send({
      ...{ tenantId: null, to: user.username, key: `account/${randomUUID()}` },
      letter: accountLetter(await this.#languageOf(user.id), news, user.username, clock()),
      summary: `News of the account ${user.username}`,
    });
  }

  async invitationAccepted(inviter: UserId | null, acceptance: Acceptance): Promise<void> {
    const { mail, preferences, users } = this.#parts;
    const user = inviter && (await users.findById(inviter));
    if (!user || !(await preferences.of(user.id)).notifications.invitations) return;
    if (!(await mail.reaches(acceptance.tenantId, user.username))) return;
    await mail.send({
      ...{ tenantId: acceptance.tenantId, to: user.username, key: `accepted/${randomUUID()}` },
      letter: acceptedLetter(await this.#languageOf(user.id), acceptance),
      summary: `${acceptance.username} accepted an invitation`,
    });
  }

  async #languageOf(user: UserId): Promise<"en" | "de"> {
    return (await this.#parts.preferences.of(user)).language ?? "en";
  }
}

const resetKeyOf = (tokenHash: string): string => `password/${tokenHash}`;
