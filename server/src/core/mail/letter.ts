/** Languages letters are written in. */
export type LetterLanguage = "en" | "de";

/** What a mail says, in both forms. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a letter is made of. Everything is text: what looks like HTML is shown as it is written. */
export interface LetterContent {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** The one thing to do, if there is one. */
  readonly action?: { readonly label: string; readonly url: string };
  readonly closing: readonly string[];
}

/** Names come from people: in a subject they are one line. */
const asLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

export function composeLetter(language: LetterLanguage, content: LetterContent): Letter {
  const { subject, greeting, paragraphs, action, closing } = content;
  const lines = [greeting, ...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), ...closing];
  return { subject: asLine(subject), text: `${lines.join("\n\n")}\n`, html: htmlOf(language, content) };
}

function htmlOf(language: LetterLanguage, { subject, greeting, paragraphs, action, closing }: LetterContent): string {
  const paragraph = (text: string) => `<p>${escaped(text)}</p>`;
  const button = action && `<p>${linkOf(action.url, action.label, buttonStyle)}</p>`;
  const plain = action && `<p style="${smallStyle}">${linkOf(action.url, action.url)}</p>`;
  const small = closing.map((text) => `<p style="${smallStyle}">${escaped(text)}</p>`);
  const body = [greeting, ...paragraphs].map(paragraph).concat(button ?? [], plain ?? [], small);
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(asLine(subject))}</title></head>` +
    `<body style="${bodyStyle}">${body.join("")}</body></html>`
  );
}

const bodyStyle = "font-family:sans-serif;font-size:16px;line-height:1.5;color:#1c2430;background:#ffffff";
const buttonStyle =
  "display:inline-block;padding:10px 18px;border-radius:6px;background:#0b5cad;color:#ffffff;text-decoration:none";
const smallStyle = "font-size:13px;color:#4a5566";

const linkOf = (url: string, label: string, style = ""): string =>
  `<a href="${escaped(url)}"${style && ` style="${style}"`}>${escaped(label)}</a>`;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
