import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { RefusedContact, RefusedContacts } from "../core/communication/index.ts";

/** A request, as far as it matters from where it came. The address may be a proxy's word. */
export interface HttpContact {
  readonly ip: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Pick<IncomingMessage, "socket">;
  readonly routeOptions: { readonly url?: string | undefined };
}

/**
 * The address of whoever asks, or undefined where that is a proxy's that nobody told us to believe: everybody behind it
 * would be taken for the same one.
 */
export function ownAddressOf({ ip, headers, raw }: Pick<HttpContact, "ip" | "headers" | "raw">): string | undefined {
  const isForwarded = headers["x-forwarded-for"] !== undefined || headers["forwarded"] !== undefined;
  return isForwarded && ip === raw.socket.remoteAddress ? undefined : ip;
}

type Refusal = Pick<RefusedContact, "reason"> & Partial<Pick<RefusedContact, "tokenLength">>;

/** A contact over HTTP that is no known device's [COM3]. */
export function noteRefusedHttp(
  contact: HttpContact,
  { reason, tokenLength = null }: Refusal,
  contacts: Pick<RefusedContacts, "note">,
): void {
  const address = ownAddressOf(contact);
  if (address === undefined) return;
  const { method, headers, routeOptions } = contact;
  const size = Number(headers["content-length"] ?? Number.NaN);
  contacts.note(address, {
    ...{ transport: "HTTP", reason, tokenLength },
    request: routeOptions.url === undefined ? null : `${method} ${routeOptions.url.replace(/^\*/, "")}`,
    size: Number.isFinite(size) ? size : null,
  });
}
