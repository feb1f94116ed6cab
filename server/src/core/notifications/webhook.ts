import type { DeliveryProblem, WebhookTemplate } from "@heliograph/contract";
import type { ProjectId, TenantId, WebhookId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

export interface Webhook {
  readonly id: WebhookId;
  readonly tenantId: TenantId;
  readonly projectId: ProjectId | null;
  readonly name: string;
  readonly template: WebhookTemplate;
  /** Sealed: of some programs the address is the secret. */
  readonly url: string;
  readonly host: string;
  /** Sealed. */
  readonly secret: string;
  readonly chatId: string | null;
  readonly createdTime: EpochMs;
  readonly updatedTime: EpochMs;
}

export interface WebhookStore {
  list(tenant: TenantId): Promise<readonly Webhook[]>;
  find(tenant: TenantId, id: WebhookId): Promise<Webhook | undefined>;
  insert(webhook: Webhook, atMost: number): Promise<"created" | "full" | "name-taken" | "gone">;
  update(webhook: Webhook): Promise<"updated" | "name-taken" | "gone">;
  remove(webhook: Webhook): Promise<void>;
}

/** A request that is ready to go. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What was answered. */
export interface WebhookAnswer {
  readonly status: number;
  readonly text: string;
}

/** It was not taken, or nothing was sent. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
  /** Of no use to try it again. */
  readonly isFinal: boolean;
  readonly problem: DeliveryProblem;

  constructor(message: string, isFinal: boolean, problem: DeliveryProblem) {
    super(message);
    this.isFinal = isFinal;
    this.problem = problem;
  }
}

export interface WebhookSender {
  /** Resolves when the receiver has said 2xx; else throws `WebhookRefused`. No redirect is followed [NTF1]. */
  send(request: WebhookRequest, signal?: AbortSignal): Promise<WebhookAnswer>;
  /** Whether a host is an address that is refused; names are not looked up. */
  refuses(host: string): boolean;
}
