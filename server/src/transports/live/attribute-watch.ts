import type { AttributeScope } from "@heliograph/contract";
import type { Attribute, AttributeSelection, Attributes } from "../../core/attributes/index.ts";
import type { DeviceId } from "../../kernel/ids.ts";
import type { AttributeChange } from "./server-frame.ts";

type ByScope = ReadonlyMap<AttributeScope, readonly AttributeChange[]>;

/** Attributes of a device: which of them the reader has to be told of. Their values are read when it is told. */
export class AttributeWatch {
  readonly #attributes: Pick<Attributes, "read">;
  readonly #device: DeviceId;
  readonly #scopes: readonly AttributeScope[];
  readonly #keys: ReadonlySet<string> | undefined;
  readonly #changed = new Map<AttributeScope, Set<string>>();

  constructor(
    attributes: Pick<Attributes, "read">,
    device: DeviceId,
    scopes: readonly AttributeScope[],
    keys: readonly string[] | undefined,
  ) {
    this.#attributes = attributes;
    this.#device = device;
    this.#scopes = scopes;
    this.#keys = keys && new Set(keys);
  }

  get pending(): number {
    return [...this.#changed.values()].reduce((sum, keys) => sum + keys.size, 0);
  }

  async state(): Promise<ByScope> {
    this.forgetPending();
    const selection: AttributeSelection = this.#keys ? { only: [...this.#keys] } : "all";
    const found = await this.#attributes.read(this.#device, selection, this.#scopes);
    const members = (scope: AttributeScope) => found.filter((attribute) => attribute.scope === scope).map(present);
    return new Map(this.#scopes.map((scope) => [scope, members(scope)]));
  }

  touched(scope: AttributeScope, keys: readonly string[]): void {
    if (!this.#scopes.includes(scope)) return;
    const changed = this.#changed.get(scope) ?? new Set();
    for (const key of keys) if (!this.#keys || this.#keys.has(key)) changed.add(key);
    if (changed.size > 0) this.#changed.set(scope, changed);
  }

  async changes(): Promise<ByScope> {
    const changed = [...this.#changed];
    this.#changed.clear();
    const told = new Map<AttributeScope, readonly AttributeChange[]>();
    for (const [scope, keys] of changed) {
      const found = await this.#attributes.read(this.#device, { only: [...keys] }, [scope]);
      const values = new Map(found.map(present));
      told.set(
        scope,
        [...keys].map((key) => [key, values.get(key)]),
      );
    }
    return told;
  }

  forgetPending(): void {
    this.#changed.clear();
  }
}

const present = (attribute: Attribute): [string, Attribute] => [attribute.key, attribute];
