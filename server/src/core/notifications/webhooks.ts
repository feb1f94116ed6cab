import { randomBytes } from "node:crypto";
import type { AuditAction, WebhookTemplate } from "@heliograph/contract";
import { newId, type ProjectId, type WebhookId } from "../../kernel/ids.ts";
import { requireVisibleName } from "../../kernel/name-form.ts";
import type { Clock } from "../../kernel/time.ts";
import type { ActNotes, Audit, Facts } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import { type Projects, type Reach, reaches } from "../projects/index.ts";
import type { Sealer } from "../sealing/index.ts";
import {
  projectJustGone,
  projectNeeded,
  tooManyWebhooks,
  webhookChatNeeded,
  webhookNameTaken,
  webhookNotFound,
  webhookUrlInvalid,
  webhookUrlNeeded,
  webhookUrlWithLogin,
} from "./errors.ts";
import { missingFor } from "./out-of-reach.ts";
import type { Webhook, WebhookSender, WebhookStore } from "./webhook.ts";

interface WebhookParts {
  readonly store: WebhookStore;
  readonly sender: Pick<WebhookSender, "refuses">;
  readonly projects: Pick<Projects, "require">;
  readonly sealer: Sealer;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** What people say of a webhook. */
export interface WebhookProperties {
  readonly name: string;
  readonly projectId: ProjectId | null;
  readonly template: WebhookTemplate;
  /** Undefined keeps the one that is there. */
  readonly url: string | undefined;
  readonly chatId: string | null;
}

/** A webhook and, when it is new, its secret: shown this once. */
export interface ShownWebhook {
  readonly webhook: Webhook;
  readonly isInside: boolean;
  readonly secret: string | null;
}

const secretBytes = 32;

/** Where messages are posted [NTF1]. Addresses and secrets go in, sealed, and never come out again. */
export class Webhooks {
  readonly #parts: WebhookParts;
  readonly #perTenant: number;

  constructor(parts: WebhookParts, perTenant: number) {
    this.#parts = parts;
    this.#perTenant = perTenant;
  }

  async list(reach: Reach): Promise<readonly ShownWebhook[]> {
    const all = await this.#parts.store.list(reach.tenantId);
    return all.filter(({ projectId }) => reaches(reach, projectId)).map((webhook) => this.#shown(webhook, null));
  }

  /** One of the whole tenant can be used by everybody, and changed by who reaches all of it. */
  async require(reach: Reach, id: WebhookId, purpose: "to-use" | "to-change"): Promise<Webhook> {
    const webhook = await this.#parts.store.find(reach.tenantId, id);
    if (!webhook) throw webhookNotFound(id);
    const isThere = reaches(reach, webhook.projectId) || (purpose === "to-use" && webhook.projectId === null);
    if (!isThere) throw missingFor(reach, webhook.projectId, webhookNotFound(id));
    return webhook;
  }

  async create(reach: Reach, wanted: WebhookProperties): Promise<ShownWebhook> {
    await this.#requireValid(reach, wanted);
    if (wanted.url === undefined) throw webhookUrlNeeded();
    const [id, now, secret] = [newId<WebhookId>(), this.#parts.clock(), newSecret()];
    const webhook: Webhook = {
      ...{ id, tenantId: reach.tenantId, createdTime: now, updatedTime: now },
      ...saidOf(wanted),
      ...this.#address(id, wanted.url),
      secret: this.#parts.sealer.seal(secret, secretPlace(id)),
    };
    await this.#change(reach, id, "ADDED", async (notes) => {
      notes.entity(webhook.name);
      notes.facts(factsOf(webhook));
      this.#settled(await this.#parts.store.insert(webhook, this.#perTenant), webhook.name);
    });
    return this.#shown(webhook, secret);
  }

  async update(reach: Reach, id: WebhookId, wanted: WebhookProperties): Promise<ShownWebhook> {
    await this.#requireValid(reach, wanted);
    const address = wanted.url === undefined ? undefined : this.#address(id, wanted.url);
    const told = address && { address: "set anew" };
    return this.#save(reach, id, { secret: null, told }, (before) => ({ ...before, ...saidOf(wanted), ...address }));
  }

  renewSecret(reach: Reach, id: WebhookId): Promise<ShownWebhook> {
    const secret = newSecret();
    return this.#save(reach, id, { secret, told: { secret: "set anew" } }, (before) => ({
      ...before,
      secret: this.#parts.sealer.seal(secret, secretPlace(id)),
    }));
  }

  async remove(reach: Reach, id: WebhookId): Promise<void> {
    await this.#change(reach, id, "DELETED", async (notes) => {
      const webhook = await this.require(reach, id, "to-change");
      notes.entity(webhook.name);
      notes.before(factsOf(webhook));
      await this.#parts.store.remove(webhook);
    });
  }

  async #save(
    reach: Reach,
    id: WebhookId,
    { secret, told }: { readonly secret: string | null; readonly told: Facts | undefined },
    changed: (before: Webhook) => Webhook,
  ): Promise<ShownWebhook> {
    const saved = await this.#change(reach, id, "UPDATED", async (notes) => {
      const before = await this.require(reach, id, "to-change");
      const after = { ...changed(before), updatedTime: this.#parts.clock() };
      notes.entity(before.name);
      notes.before(factsOf(before));
      notes.after({ ...factsOf(after), ...told }); // what is sealed is not told, that it is another is
      this.#settled(await this.#parts.store.update(after), after.name);
      return after;
    });
    return this.#shown(saved, secret);
  }

  #settled(outcome: string, name: string): void {
    if (outcome === "full") throw tooManyWebhooks(this.#perTenant);
    if (outcome === "name-taken") throw webhookNameTaken(name);
    if (outcome === "gone") throw projectJustGone();
  }

  #address(id: WebhookId, text: string): Pick<Webhook, "url" | "host"> {
    const url = urlOf(text);
    return { url: this.#parts.sealer.seal(url.href, urlPlace(id)), host: url.host };
  }

  #shown(webhook: Webhook, secret: string | null): ShownWebhook {
    const host = webhook.host.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
    return { webhook, secret, isInside: this.#parts.sender.refuses(host) };
  }

  async #requireValid(reach: Reach, { name, projectId, template, chatId, url }: WebhookProperties): Promise<void> {
    requireVisibleName("name", name);
    if (projectId !== null) await this.#parts.projects.require(reach, projectId);
    else if (reach.projects !== "all") throw projectNeeded();
    if (template === "TELEGRAM" && !chatId) throw webhookChatNeeded();
    if (url !== undefined) urlOf(url);
  }

  #change<T>(
    { tenantId }: Reach,
    id: WebhookId,
    action: AuditAction,
    work: (notes: ActNotes) => Promise<T>,
  ): Promise<T> {
    const { audit, transactions } = this.#parts;
    const entity = { type: "WEBHOOK", id } as const;
    return audit.change({ action, tenantId, entity }, (notes) => transactions.run(() => work(notes)));
  }
}

const saidOf = ({ name, projectId, template, chatId }: WebhookProperties) => ({ name, projectId, template, chatId });

/** Forms such as http://0x7f.1 become what they mean here; what is inside is refused when it is connected to. */
function urlOf(text: string): URL {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) throw webhookUrlInvalid();
  if (url.username !== "" || url.password !== "") throw webhookUrlWithLogin();
  return url;
}

const newSecret = (): string => `whsec_${randomBytes(secretBytes).toString("base64")}`;
export const urlPlace = (id: WebhookId): string => `address of webhook ${id}`;
export const secretPlace = (id: WebhookId): string => `secret of webhook ${id}`;

/** Without what is secret in it. */
const factsOf = ({ name, projectId, template, host, chatId }: Webhook): Facts => ({
  name,
  projectId,
  template,
  host,
  chatId,
});
