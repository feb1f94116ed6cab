import { OsfError } from "../format/errors.ts";
import type { ReadableChannel } from "../read/samples/batch.ts";

export const unwritable = (channel: ReadableChannel, what: string): OsfError =>
  new OsfError("not-writable", `Channel '${channel.name}' (${channel.datatype}): cannot write ${what}`);
