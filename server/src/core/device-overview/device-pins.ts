import type { DeviceId, UserId } from "../../kernel/ids.ts";
import type { Audit } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import type { Device } from "../devices/index.ts";

export interface PinStore {
  /** Undefined where nothing was chosen. */
  read(user: UserId, device: DeviceId): Promise<readonly string[] | undefined>;
  /** Undefined forgets the choice. Passed over for a device or a user that is gone. */
  save(user: UserId, device: DeviceId, keys: readonly string[] | undefined): Promise<void>;
}

interface PinParts {
  readonly store: PinStore;
  readonly audit: Audit;
  readonly transactions: Transactions;
}

interface Reader {
  readonly id: UserId;
  readonly name: string;
}

/** The channels that somebody wants to see first, of each device. */
export class DevicePins {
  readonly #parts: PinParts;

  constructor(parts: PinParts) {
    this.#parts = parts;
  }

  async of(user: UserId, device: DeviceId): Promise<readonly string[] | null> {
    return (await this.#parts.store.read(user, device)) ?? null;
  }

  /** A choice of one's own: it is on record with the person, not with the device. */
  async save(reader: Reader, device: Pick<Device, "id" | "name">, keys: readonly string[] | null): Promise<void> {
    const { store, audit, transactions } = this.#parts;
    const act = { action: "UPDATED", entity: { type: "USER", ...reader }, isOwnAccount: true } as const;
    await audit.change(act, (notes) =>
      transactions.run(async () => {
        notes.before({ pinned: (await store.read(reader.id, device.id)) ?? null });
        notes.after({ pinned: keys });
        notes.facts({ device: device.name });
        await store.save(reader.id, device.id, keys ?? undefined);
      }),
    );
  }
}
