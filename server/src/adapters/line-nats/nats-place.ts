/** Where the servers are and how this node shows who it is. */
export interface NatsPlace {
  readonly servers: readonly string[];
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
  /** What a credentials file holds. */
  readonly credentials?: string;
  /** PEM files; without any, certificates are checked as for every other address. */
  readonly tls?: { readonly caFile?: string; readonly certFile?: string; readonly keyFile?: string };
  /** As the servers' own lists show it. */
  readonly name: string;
}

/** What stands beside the addresses. */
export interface NatsAccess {
  readonly name: string;
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
  readonly credentials?: string;
  readonly tls?: NatsPlace["tls"];
}

/**
 * `nats://user:password@one:4222,two:4222`: several servers of one cluster, separated by commas; `tls://` insists on TLS. A name
 * without a password is a token.
 */
export function natsPlaceOf(urls: string, { name, tls, ...access }: NatsAccess): NatsPlace {
  const [first = "", ...others] = urls.split(",").map((url) => url.trim());
  const scheme = /^[a-z]+:\/\//.exec(first)?.[0] ?? "nats://";
  const all = [first, ...others].map((url) => new URL(url.includes("://") ? url : `${scheme}${url}`));
  const unknown = all.find(({ protocol }) => protocol !== "nats:" && protocol !== "tls:");
  if (unknown) throw new TypeError(`nats:// or tls:// is expected, not ${unknown.protocol}//`);
  const [{ username, password } = { username: "", password: "" }] = all;
  const isSecret = all.some(({ protocol }) => protocol === "tls:") || tls !== undefined;
  return {
    servers: all.map(({ hostname, port }) => `${hostname}:${port || "4222"}`),
    name,
    ...(username !== "" && password !== "" && { user: plain(username), password: plain(password) }),
    ...(username !== "" && password === "" && { token: plain(username) }),
    ...access,
    ...(isSecret && { tls: tls ?? {} }),
  };
}

const plain = (part: string): string => decodeURIComponent(part);
