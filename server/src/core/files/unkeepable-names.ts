import { quoted } from "./errors.ts";
import { isKeepableName } from "./file-name.ts";

/** So many of them are told. */
const namesTold = 5;

/**
 * The names of a device's list or announcement that cannot be kept. They are left out and told: one of them must not cost
 * the others [DHP5].
 */
export class UnkeepableNames {
  readonly #told: string[] = [];
  #count = 0;

  /** The files whose names can be kept; the others are noted. */
  without<F extends { readonly name: string }>(files: readonly F[]): readonly F[] {
    return files.filter(({ name }) => isKeepableName(name) || this.#note(name));
  }

  /** In words; undefined when there are none. */
  get words(): string | undefined {
    if (this.#count === 0) return undefined;
    const more = this.#count > this.#told.length ? ` and ${this.#count - this.#told.length} more` : "";
    const told = this.#told.map(quoted).join(", ");
    return `${this.#count} ${this.#count === 1 ? "name" : "names"} cannot be kept: ${told}${more}`;
  }

  #note(name: string): false {
    this.#count++;
    if (this.#told.length < namesTold) this.#told.push(name);
    return false;
  }
}
