import { AsyncLocalStorage } from "node:async_hooks";
import type { TenantId, UserId } from "../../kernel/ids.ts";

/** Who does something: a person, or a script in their name, at the machine itself, or not known yet. */
export type Actor = ActorKind & ActorFacts;

type ActorKind =
  /** `opened`: a system administrator inside a tenant. */
  | { readonly kind: "user" | "opened" | "command-line" | "nobody" }
  /** A script, with an API key of the user [AUTH10]. */
  | { readonly kind: "key"; readonly keyName: string };

interface ActorFacts {
  readonly userId: UserId | null;
  /** As they are called; of the command line, who uses the machine. */
  readonly name: string;
  readonly address: string | null;
  /** In which tenant they act; what concerns no tenant is the installation's. */
  readonly tenantId: TenantId | null;
}

const acting = new AsyncLocalStorage<Actor>();

/** Whatever happens inside is done by them. Doors say this once; nobody has to hand them through. */
export const actingAs = <T>(actor: Actor, work: () => T): T => acting.run(actor, work);

/** Undefined where a device acts, or the node itself: that is no entry of the audit log [AUD1]. */
export const currentActor = (): Actor | undefined => acting.getStore();
