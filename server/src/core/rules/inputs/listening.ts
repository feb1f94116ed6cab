import { AsyncLocalStorage } from "node:async_hooks";
import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import type { Rule } from "../live/rule.ts";
import { isTold, subjectOf, subjectOfChange } from "./looks-at.ts";
import type { ToldChange, ToldKind } from "./told-change.ts";

/** The rules while they run, as those see them who write down what happens. */
interface Listener {
  /** What of the log of the points was told. */
  readonly position: number;
  /** Something was written down that comes behind this position. */
  inputsCame(position: number): void;
  /** Something changed while nobody listened, and somebody listens now. */
  inputMissed(device: DeviceId): void;
}

/** How many rules led to a change. */
type HopsOf = (change: Pick<ToldChange, "deviceId" | "name">) => number;
type ListeningRule = Pick<Rule, "tenantId" | "definition">;

/** Which tenants have rules that look at what: what nobody looks at is written down nowhere. */
export class Listening {
  #subjects = new Map<TenantId, Set<string>>();
  #kinds = new Set<ToldKind>();
  /** Which rules there are is not known yet: whatever happens is written down. */
  #hearsEverything = false;
  #listener: Listener | undefined;
  readonly #led = new AsyncLocalStorage<HopsOf>();

  /** Rules that lead to one another, one after the other: who is behind so many is not told [RUL4]. */
  readonly hopsAtMost: number;

  constructor(hopsAtMost = 5) {
    this.hopsAtMost = hopsAtMost;
  }

  connect(listener: Listener): void {
    this.#listener = listener;
  }

  hearEverything(): void {
    this.#hearsEverything = true;
  }

  /** These rules, and nobody else. */
  set(rules: readonly ListeningRule[]): void {
    this.#subjects = new Map();
    this.#kinds = new Set();
    this.add(rules);
  }

  add(rules: readonly ListeningRule[]): void {
    this.#hearsEverything = false;
    for (const { tenantId, definition } of rules) {
      for (const input of definition.inputs.filter(isTold)) {
        const subjects = this.#subjects.get(tenantId) ?? new Set();
        this.#subjects.set(tenantId, subjects.add(subjectOf(input)));
        this.#kinds.add(input.kind);
      }
    }
  }

  hears(tenant: TenantId, kind: ToldKind, name: string): boolean {
    return this.#hearsEverything || (this.#subjects.get(tenant)?.has(subjectOfChange(kind, name)) ?? false);
  }

  /** Whether anybody does, in whatever tenant. */
  hearsAny(kind: ToldKind): boolean {
    return this.#hearsEverything || this.#kinds.has(kind);
  }

  /** What `work` changes was led to by rules, so many as `hopsOf` says [RUL4]. */
  ledBy<T>(hopsOf: HopsOf, work: () => Promise<T>): Promise<T> {
    return this.#led.run(hopsOf, work);
  }

  hopsOf(change: Pick<ToldChange, "deviceId" | "name">): number {
    return this.#led.getStore()?.(change) ?? 0;
  }

  get position(): number {
    return this.#listener?.position ?? 0;
  }

  came(position: number): void {
    this.#listener?.inputsCame(position);
  }

  missed(device: DeviceId): void {
    this.#listener?.inputMissed(device);
  }
}
