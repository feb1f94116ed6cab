import type { CalculatedDefinition } from "@heliograph/contract";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import { tooManySummed } from "./book/errors.ts";
import { compileChannel } from "./calculate/compile-channel.ts";
import type { Points, Span } from "./calculate/lane.ts";
import { calculate } from "./calculate/recalculate.ts";
import type { Calculated } from "./calculate/sweep.ts";
import { findMembers, TooManyMembers } from "./live/find-members.ts";
import type { LiveCalculationStore } from "./live/live-calculation-store.ts";

interface PreviewParts {
  readonly points: Points;
  readonly store: Pick<LiveCalculationStore, "members">;
  readonly devicesAtMost: number;
  readonly momentsAtMost: number;
}

export interface PreviewOrder {
  readonly definition: CalculatedDefinition;
  readonly tenantId: TenantId;
  readonly deviceId: DeviceId;
  readonly span: Span;
  /** Whoever asked has left. */
  readonly gone: AbortSignal;
}

export interface Preview {
  readonly samples: readonly { readonly ts: number; readonly value: NonNullable<Calculated["value"]> }[];
  readonly without: number;
  readonly isCutOff: boolean;
}

/** What a channel, saved or not, comes to over stored points, by what calculates it always [RUL7]. */
export class CalculationPreview {
  readonly #parts: PreviewParts;

  constructor(parts: PreviewParts) {
    this.#parts = parts;
  }

  async run({ definition, tenantId, deviceId, span, gone }: PreviewOrder): Promise<Preview> {
    const { points, momentsAtMost } = this.#parts;
    const channel = compileChannel(definition);
    const members = channel.everyMs === undefined ? undefined : await this.#members(tenantId, definition, deviceId);
    const found: Calculated[] = [];
    for await (const some of calculate(points, { channel, members, device: { id: deviceId } }, span)) {
      found.push(...some);
      if (gone.aborted || found.length > momentsAtMost) break;
    }
    const shown = found.slice(0, momentsAtMost);
    const samples = shown.flatMap(({ ts, value }) => (value === undefined ? [] : [{ ts, value }]));
    return { samples, without: shown.length - samples.length, isCutOff: found.length > momentsAtMost };
  }

  async #members(tenantId: TenantId, definition: CalculatedDefinition, device: DeviceId) {
    const { store, devicesAtMost } = this.#parts;
    return findMembers(store, tenantId, definition, device, devicesAtMost).catch((error: unknown) => {
      throw error instanceof TooManyMembers ? tooManySummed(devicesAtMost) : error;
    });
  }
}
