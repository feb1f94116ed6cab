import type { OsfVersion } from "../../format/magic-line.ts";
import type { Block } from "../blocks/block.ts";
import type { BlockSink } from "../blocks/block-handler.ts";
import type { SingleStage } from "../blocks/single-stage.ts";
import type { FindingCode } from "../findings.ts";
import type { TimeWindow } from "../selection.ts";
import type { SampleBatch } from "./batch.ts";

/** What the decoders of all channels share. */
export interface DecodeContext {
  readonly version: OsfVersion;
  readonly window: TimeWindow | undefined;
  readonly stage: SingleStage;
  /** Samples a batch may have at most. */
  readonly maxBatchSamples: number;
  /** Refuse what is tolerated otherwise, where the specification says to. */
  readonly strict: boolean;
  /** OSF5 files written before 2026-05-24 end strings with a zero byte (§6.4). */
  readonly dropOsf5Terminator: boolean;
  /** The block gave no samples. */
  skip(code: FindingCode, block: Block, channel: number, detail?: string): void;
  /** The block was read, but something about it is odd. */
  note(code: FindingCode, block: Pick<Block, "position">, channel: number, detail?: string): void;
  emit(batch: SampleBatch): void;
  /** `settle` has to be called before the bytes of the present block are reused. */
  settleLater(waiting: { settle(): void }): void;
}

/** Decodes the blocks of one channel. */
export interface ChannelDecoder extends BlockSink {
  /** Start blocks met so far. */
  readonly segments: number;
  readonly heldBytes: number;
  /** Hands out what was gathered. */
  flush(): void;
}
