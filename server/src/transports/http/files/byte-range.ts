import type { ByteRange } from "../../../core/files/index.ts";

/**
 * The one range a `Range` header asks for. "whole": there is none, or one that may be ignored (several ranges, another
 * unit, nonsense: RFC 9110 14.2). "unsatisfiable": it lies behind the end.
 */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | "whole" | "unsatisfiable" {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "");
  if (!match) return "whole";
  const [first, last] = [match[1] ?? "", match[2] ?? ""];
  if (first === "") return last === "" ? "whole" : lastBytes(Number(last), size);
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return "whole";
  return start >= size ? "unsatisfiable" : { start, end };
}

const lastBytes = (count: number, size: number): ByteRange | "unsatisfiable" =>
  count === 0 || size === 0 ? "unsatisfiable" : { start: Math.max(0, size - count), end: size - 1 };
