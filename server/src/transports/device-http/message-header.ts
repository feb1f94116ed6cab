import { keepableTag } from "../../core/files/index.ts";

/** What `Content-Description` of a device's answer says [DHP3]. */
export interface MessageHeader {
  readonly messageId: number | undefined;
  readonly fileTag: string | undefined;
}

const largestMessageId = 2 ** 31 - 1;

/** `Message-ID: <n>`, and possibly `, File-Tag: <tag>`. What cannot be read or kept counts as not there. */
export function messageHeaderOf(text: string | undefined): MessageHeader {
  const id = Number(/\bMessage-ID:\s*(\d{1,10})(?=\s*(?:,|$))/i.exec(text ?? "")?.[1] ?? 0);
  const fileTag = /\bFile-Tag:([^,]*)/i.exec(text ?? "")?.[1]?.trim() || undefined;
  return {
    messageId: id >= 1 && id <= largestMessageId ? id : undefined,
    fileTag: keepableTag(fileTag),
  };
}

/** Node reads headers as Latin-1; this one is UTF-8 [DHP3]. */
export const utf8Header = (header: string | string[] | undefined): string | undefined =>
  header === undefined ? undefined : Buffer.from([header].flat().join(", "), "latin1").toString("utf8");

/** Nothing may stand behind the number: clients compare [DHP3]. */
export const messageHeaderFor = (messageId: number): string => `Message-ID: ${messageId}`;
