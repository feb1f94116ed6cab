import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Sealer } from "../../core/sealing/index.ts";
import { derivedKey } from "./derived-key.ts";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
/** Says how it was sealed, so that another way can stand beside it one day. */
const mark = "s1.";

/** AES-256-GCM with a key of its own, derived from the installation's: tokens and secrets never share one. */
export class KeySealer implements Sealer {
  readonly #key: Buffer;

  constructor(sealingKey: Buffer) {
    this.#key = derivedKey(sealingKey, "sealed secrets");
  }

  seal(text: string, place: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(place));
    const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return mark + sealed.toString("base64url");
  }

  open(sealed: string, place: string): string | undefined {
    if (!sealed.startsWith(mark)) return undefined;
    const bytes = Buffer.from(sealed.slice(mark.length), "base64url");
    if (bytes.length < nonceBytes + tagBytes) return undefined;
    const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    try {
      return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, "utf8") + decipher.final("utf8");
    } catch {
      return undefined; // the only thing that can be wrong here is the tag
    }
  }
}
