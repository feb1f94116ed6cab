import type { Channel } from "../../format/channel.ts";
import type { Block } from "../blocks/block.ts";
import type { BlockSink } from "../blocks/block-handler.ts";
import type { DecodeContext } from "./decode-context.ts";
import { skipsEvent } from "./event-blocks.ts";

/** Blocks of a channel whose type is removed or unknown: skipped by their length and counted (§5). */
export class UnsupportedChannel implements BlockSink {
  readonly #channel: Channel;
  readonly #context: DecodeContext;

  constructor(channel: Channel, context: DecodeContext) {
    this.#channel = channel;
    this.#context = context;
  }

  unstage(): void {}

  decode(block: Block): void {
    const { index, declaredType } = this.#channel;
    if (!skipsEvent(this.#context, block, index)) this.#context.skip("unsupported-type", block, index, declaredType);
  }
}
