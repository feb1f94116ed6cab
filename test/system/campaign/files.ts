import { createHash, randomBytes } from "node:crypto";
import type { FileRecord } from "@heliograph/contract";
import { HttpDevice } from "../../support/device-http.ts";
import { RestClient, type RestResponse } from "../../support/rest-client.ts";
import { acknowledgedOnly, isAcknowledged, whileAlive } from "./alive.ts";
import { DeviceParty } from "./device-party.ts";
import { Ledger } from "./ledger.ts";
import type { Finding, Life } from "./party.ts";

const most = 30;
const largest = 50_000;
const longestPauseMs = 60;
const downloads = 3;
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Files that a logger delivers or a user uploads, replaces and deletes; the ledger has their hashes. */
export class UploadedFiles extends DeviceParty {
  readonly #ledger = new Ledger<string, string>(this.terms.mayBeLate);
  #last = 0;

  get acknowledged(): number {
    return this.#ledger.acknowledged;
  }

  work(life: Life): Promise<void> {
    return whileAlive(life, async () => {
      await this.pause(longestPauseMs);
      const known = this.#ledger.certain();
      const name = this.chance.of(known);
      const isOld = name !== undefined && (known.length > most || this.chance.happens(0.4));
      if (isOld && (known.length > most || this.chance.happens(0.6))) await this.#delete(life, name);
      else if (isOld) await this.#uploadByUser(life, name);
      else if (this.chance.happens(0.5)) await this.#uploadByUser(life, this.#newName());
      else await this.#uploadByDevice(life, this.#newName());
    });
  }

  #newName = (): string => `${this.name.replaceAll("/", "-")}-${++this.#last}.bin`;

  #uploadByDevice({ port }: Life, name: string): Promise<void> {
    const content = randomBytes(1 + this.chance.below(largest));
    const logger = new HttpDevice(port, this.device.token);
    return this.#change(name, sha256(content), () => logger.contact("UPLOAD", content, { fileName: name }));
  }

  #uploadByUser({ admin }: Life, name: string): Promise<void> {
    const content = randomBytes(1 + this.chance.below(largest));
    const headers = { "content-type": "application/octet-stream" };
    return this.#change(name, sha256(content), () => admin.post(this.#pathOf(name), content, { headers }));
  }

  #delete({ admin }: Life, name: string): Promise<void> {
    return this.#change(name, undefined, () => admin.delete(this.#pathOf(name)));
  }

  #pathOf = (name: string): string => `/api/devices/${this.deviceId}/data-files?name=${name}`;

  async #change(name: string, hash: string | undefined, request: () => Promise<RestResponse>): Promise<void> {
    this.#ledger.intend(name, hash);
    if (isAcknowledged(await request())) this.#ledger.settle(name, hash);
  }

  async compare(life: Life): Promise<Finding[]> {
    const list = await life.admin.get(`/api/devices/${this.deviceId}/data-files/original?limit=-1`);
    const { data } = acknowledgedOnly(list).json<{ data: FileRecord[] }>();
    const there = new Map(data.map(({ name, sha256: hash }) => [name, hash ?? ""]));
    const doubled = data.length > there.size ? [{ kind: "doubled", what: "the name of a file" } as const] : [];
    const wrong: Finding[] = [];
    for (let count = 0; count < downloads; count++) wrong.push(...(await this.#download(life, there)));
    return [...this.#ledger.compare(there), ...doubled, ...wrong];
  }

  /** One of them, whose bytes have to be those of its hash. */
  async #download({ admin, port }: Life, there: ReadonlyMap<string, string>): Promise<Finding[]> {
    const [name, hash] = this.chance.of([...there]) ?? [];
    if (name === undefined) return [];
    const files = `/api/device/${this.deviceId}/data-files/CLIENT_SCOPE`;
    const { text } = acknowledgedOnly(await admin.post(`${files}/download`, [name]));
    const content = acknowledgedOnly(await new RestClient(port).get(`${files}/token/${text}`)).bytes;
    return sha256(content) === hash ? [] : [{ kind: "lost", what: `the bytes of ${name}` }];
  }
}
