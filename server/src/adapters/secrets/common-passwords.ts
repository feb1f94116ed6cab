import { readFile } from "node:fs/promises";
import type { KnownPasswords } from "../../core/access/index.ts";

/**
 * The 10,000 most common passwords, most common first: the beginning of the list in `@zxcvbn-ts/language-common` 4.1.3
 * (MIT, © 2012–2016 Dan Wheeler and Dropbox, Inc., © 2021 zxcvbn-ts), which ranks passwords by how often they leaked.
 */
const listFile = new URL("common-passwords.txt", import.meta.url);

let list: Promise<ReadonlySet<string>> | undefined;

/** Read when the first password is set: most starts need it never. */
async function read(): Promise<ReadonlySet<string>> {
  return new Set((await readFile(listFile, "utf8")).split("\n"));
}

export class CommonPasswords implements KnownPasswords {
  async has(password: string): Promise<boolean> {
    list ??= read();
    return (await list).has(password.toLowerCase());
  }
}
