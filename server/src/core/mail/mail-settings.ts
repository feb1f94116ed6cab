import type { TenantId } from "../../kernel/ids.ts";
import type { Audit } from "../audit/index.ts";
import type { Sealer } from "../sealing/index.ts";
import { tenantNotFound } from "../tenants/index.ts";
import { mailLoginUnclear, mailPasswordNeeded, mailSenderInvalid } from "./errors.ts";
import { type MailSender, mailSenderOf, senderText } from "./mail-address.ts";
import type { TenantMail, TenantMailStore } from "./mail-settings-store.ts";
import type { MailSecurity, MailServer } from "./mailer.ts";

/** Where mails go out, and in whose name. */
export interface MailAccount {
  readonly server: MailServer;
  readonly from: MailSender;
}

/** What an administrator wants. */
export interface WantedMail {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly username: string | null;
  /** Undefined keeps the one that is there; null is none. */
  readonly password: string | null | undefined;
  readonly from: string;
}

/** What may be shown: everything but the password. */
export interface ShownMail {
  readonly own:
    | (Omit<TenantMail, "password" | "from"> & { readonly hasPassword: boolean; readonly from: string })
    | null;
  /** Whose server is used. */
  readonly source: "TENANT" | "NODE" | "NONE";
  readonly from: string | null;
  /** It is where mail servers of tenants may not be: nothing goes out. */
  readonly isInside: boolean;
}

interface MailSettingsParts {
  readonly store: TenantMailStore;
  readonly sealer: Sealer;
  readonly audit: Audit;
  /** What counts for tenants without a server of their own. */
  readonly node: MailAccount | undefined;
  /** Whether a host is an address that is refused. Names are not looked up: whoever sees the settings would do so. */
  readonly isRefused: (host: string) => boolean;
}

/** The mail servers of the node and of its tenants. A password goes in and never comes out again. */
export class MailSettings {
  readonly #parts: MailSettingsParts;

  constructor(parts: MailSettingsParts) {
    this.#parts = parts;
  }

  /** Null is the installation itself, which has the node's. */
  async accountOf(tenant: TenantId | null): Promise<MailAccount | undefined> {
    const own = tenant === null ? undefined : await this.#parts.store.find(tenant);
    return own && tenant !== null ? this.#accountBy(tenant, own) : this.#parts.node;
  }

  async show(tenant: TenantId): Promise<ShownMail> {
    const [own, { node }] = [await this.#parts.store.find(tenant), this.#parts];
    const from = own?.from ?? node?.from;
    const fallback = node ? "NODE" : "NONE";
    return {
      own: own ? shownOf(own) : null,
      source: own ? "TENANT" : fallback,
      from: from ? senderText(from) : null,
      isInside: own !== undefined && this.#parts.isRefused(own.host),
    };
  }

  async save(tenant: TenantId, wanted: WantedMail): Promise<ShownMail> {
    const { audit, store } = this.#parts;
    const from = mailSenderOf(wanted.from);
    if (!from) throw mailSenderInvalid(wanted.from);
    await audit.change(actOn(tenant), async (notes) => {
      const before = await store.find(tenant);
      const password = this.#passwordFor(tenant, wanted, before);
      if ((wanted.username === null) !== (password === null)) throw mailLoginUnclear();
      const { host, port, security, username } = wanted;
      const next: TenantMail = { host, port, security, username, password, from };
      notes.before(factsOf(before));
      notes.after({ ...factsOf(next), ...(typeof wanted.password === "string" && { mailPassword: "set anew" }) });
      if ((await store.save(tenant, next)) === "no-such-tenant") throw tenantNotFound(tenant);
    });
    return this.show(tenant);
  }

  /** From here on the node's counts. */
  async remove(tenant: TenantId): Promise<ShownMail> {
    const { audit, store } = this.#parts;
    await audit.change(actOn(tenant), async (notes) => {
      notes.before(factsOf(await store.find(tenant)));
      notes.after(factsOf(undefined));
      await store.remove(tenant);
    });
    return this.show(tenant);
  }

  /** One that is kept goes only where it went before: nobody learns it by naming a server of their own. */
  #passwordFor(tenant: TenantId, wanted: WantedMail, before: TenantMail | undefined): string | null {
    const { password } = wanted;
    if (typeof password === "string") return this.#parts.sealer.seal(password, placeOf(tenant));
    if (password === null || !before?.password) return null;
    if (!isSameServer(wanted, before)) throw mailPasswordNeeded();
    return before.password;
  }

  #accountBy(tenant: TenantId, { host, port, security, username, password, from }: TenantMail): MailAccount {
    const opened = password === null ? null : this.#parts.sealer.open(password, placeOf(tenant));
    // One that cannot be opened is a wrong one: the server says so, and whoever reads that sets it anew.
    const login = username === null ? null : { username, password: opened ?? "" };
    return { server: { host, port, security, login, isGuarded: true }, from };
  }
}

const actOn = (tenant: TenantId) =>
  ({ action: "UPDATED", tenantId: tenant, entity: { type: "TENANT", id: tenant } }) as const;

const placeOf = (tenant: TenantId): string => `mail password of ${tenant}`;

const isSameServer = (wanted: WantedMail, before: TenantMail): boolean =>
  wanted.host.toLowerCase() === before.host.toLowerCase() &&
  wanted.port === before.port &&
  wanted.security === before.security &&
  wanted.username === before.username;

const shownOf = ({ password, from, ...rest }: TenantMail) => ({
  ...rest,
  hasPassword: password !== null,
  from: senderText(from),
});

const factsOf = (mail: TenantMail | undefined) => ({
  mailHost: mail?.host ?? null,
  mailPort: mail?.port ?? null,
  mailSecurity: mail?.security ?? null,
  mailUsername: mail?.username ?? null,
  mailFrom: mail ? senderText(mail.from) : null,
});
