/** `attachment` with the name twice: as plain ASCII for old clients, and in full (RFC 6266). */
export function attachment(plainName: string, fileName = plainName): string {
  const plain = plainName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const full = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
