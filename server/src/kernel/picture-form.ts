import { AppError } from "./errors.ts";

const pictureInvalid = (what: string, problem: string) =>
  new AppError("PICTURE_INVALID", "invalid", `${what}: ${problem}`);

type Check = (bytes: Buffer) => boolean;

const beginsWith = (bytes: readonly number[]): Check => {
  const magic = Buffer.from(bytes);
  return (picture) => picture.subarray(0, magic.length).equals(magic);
};

const isWebp: Check = (bytes) =>
  bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";

const forms: Readonly<Record<string, Check>> = {
  png: beginsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  jpeg: beginsWith([0xff, 0xd8, 0xff]),
  webp: isWebp,
};

/** A drawing and nothing else: no scripts, no handlers, nothing that is fetched, no entities that spell them otherwise. */
const activeInSvg = [
  /<!(doctype|entity)/i,
  /<\?(?!xml[\s?])/i,
  /<\s*([\w.-]+:)?(script|foreignobject|iframe|embed|object|handler|listener)\b/i,
  /[\s"'/]on[a-z]+\s*=/i,
  /\b(href|src)\s*=\s*(?!["']\s*(#|data:image\/(png|jpeg|webp);))/i,
  /@import|url\(\s*(?!["']?\s*#)|(java|vb)script:/i,
];

const utf8 = new TextDecoder("utf-8", { fatal: true });

function svgProblem(bytes: Buffer): string | undefined {
  try {
    const text = utf8.decode(bytes);
    if (!/^\s*(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(text)) return "is no SVG picture";
    return activeInSvg.some((active) => active.test(text))
      ? "must be a drawing alone: no scripts, no handlers, nothing that is fetched"
      : undefined;
  } catch {
    return "is no SVG picture";
  }
}

/** Refuses a data URL whose bytes are not what it says they are. Its form was checked before. */
export function requirePicture(what: string, dataUrl: string | null): void {
  if (dataUrl === null) return;
  const [, kind = "", base64 = ""] = /^data:image\/([a-z+]+);base64,(.*)$/s.exec(dataUrl) ?? [];
  const bytes = Buffer.from(base64, "base64");
  const problem = kind === "svg+xml" ? svgProblem(bytes) : forms[kind]?.(bytes) ? undefined : `is no ${kind} picture`;
  if (problem) throw pictureInvalid(what, problem);
}
