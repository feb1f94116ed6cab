/** What the server calls the file (RFC 6266), or what we know it by. */
export function downloadName(disposition: string | null, fallback: string): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  if (extended !== undefined) return decoded(extended) ?? fallback;
  return /filename="([^"]+)"/i.exec(disposition ?? "")?.[1] ?? fallback;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
