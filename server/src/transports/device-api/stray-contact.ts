import type { RefusedContacts } from "../../core/communication/index.ts";
import type { Device, DeviceTokens } from "../../core/devices/index.ts";
import type { DeviceGateway } from "../device-gateway.ts";
import { noteRefusedHttp } from "../refused-http.ts";
import type { StrayContacts } from "../stray-contacts.ts";

/** Where devices speak: who gets lost there may be one that somebody sets up [COM3]. */
const prefix = "/api/v1/";
/** Of an address that nobody serves, more is not shown. */
const longestPlace = 100;

interface StrayParts {
  readonly tokens: Pick<DeviceTokens, "recall" | "find">;
  readonly gateway: Pick<DeviceGateway, "seen" | "remark">;
  readonly refusedContacts: Pick<RefusedContacts, "note">;
}

/**
 * A device that is known by its token and comes to a wrong address, or with a wrong method, finds that in its log [COM2];
 * what nobody is known by is remembered for who asks from the same address [COM3]. The answer is the same for both.
 */
export function strayContacts({ tokens, gateway, refusedContacts }: StrayParts): StrayContacts {
  return async (request, path, allowed) => {
    if (!path.startsWith(prefix)) return;
    const parts = path.slice(prefix.length).split("/");
    const owner = await ownerIn(parts, tokens);
    if (!owner)
      return noteRefusedHttp(
        request,
        { reason: allowed.length > 0 ? "METHOD_WRONG" : "ADDRESS_UNKNOWN" },
        refusedContacts,
      );
    const place = parts
      .map((part) => (part === owner.part ? "{token}" : part))
      .join("/")
      .replace(/^\{token\}\/?/, "");
    const size = Number(request.headers["content-length"] ?? Number.NaN);
    gateway.seen(owner.device);
    gateway.remark(owner.device, {
      ...{ kind: "MESSAGE_REJECTED", direction: "IN", messageId: undefined, payload: undefined },
      size: Number.isFinite(size) ? size : undefined,
      summary: `${request.method} ${place.slice(0, longestPlace)} rejected`,
      error: wordsOf(request.method, allowed),
    });
  };
}

/** A token stands in front; who wrote it last meant the same. */
async function ownerIn(
  parts: readonly string[],
  tokens: StrayParts["tokens"],
): Promise<{ readonly part: string; readonly device: Device } | undefined> {
  for (const part of new Set([parts[0] ?? "", parts.at(-1) ?? ""])) {
    const token = decoded(part);
    const device = token === "" ? undefined : (tokens.recall(token) ?? (await tokens.find(token)));
    if (device) return { part, device };
  }
  return undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

const wordsOf = (method: string, allowed: readonly string[]): string =>
  allowed.length > 0
    ? `${method} is not possible here, only ${allowed.join(", ")}`
    : `There is no such address: behind /api/v1/{token}/ are telemetry, attributes, attributes/updates, rpc and claim`;
