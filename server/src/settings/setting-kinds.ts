import { isIP } from "node:net";

/** How one setting is written, read and explained. `parse` returns the value or throws a sentence. */
export interface Setting<T> {
  readonly variable: `HELIO_${string}`;
  readonly description: string;
  /** What counts when nothing is set; as it would be written. */
  readonly fallback: string | undefined;
  readonly secret?: boolean;
  readonly parse: (text: string) => T;
}

type Required<T> = Setting<T> & { readonly fallback: string };

const largestPort = 65_535;

export const text = (
  variable: Setting<string>["variable"],
  fallback: string,
  description: string,
): Required<string> => ({
  variable,
  fallback,
  description,
  parse: (value) => {
    if (value.trim() === "") throw new Error("must not be empty");
    return value;
  },
});

export const optionalText = (variable: Setting<string>["variable"], description: string): Setting<string> => ({
  ...text(variable, "", description),
  fallback: undefined,
});

export const secret = (variable: Setting<string>["variable"], description: string): Setting<string> => ({
  ...optionalText(variable, description),
  secret: true,
});

export const wholeNumber = (
  variable: Setting<number>["variable"],
  fallback: number,
  description: string,
  range: { readonly min: number; readonly max: number },
): Required<number> => ({
  variable,
  fallback: String(fallback),
  description: `${description} (${range.min}–${range.max})`,
  parse: (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < range.min || number > range.max) {
      throw new Error(`must be a whole number from ${range.min} to ${range.max}, not "${value}"`);
    }
    return number;
  },
});

/** Off by default: 0 is no limit. */
export const rate = (variable: Setting<number>["variable"], description: string): Required<number> =>
  wholeNumber(variable, 0, `${description}; 0 is no limit`, { min: 0, max: 10_000_000 });

export const port = (variable: Setting<number>["variable"], fallback: number, description: string): Required<number> =>
  wholeNumber(variable, fallback, `${description}; 0 takes any free port`, { min: 0, max: largestPort });

/** Not open unless it is set. */
export const optionalPort = (variable: Setting<number>["variable"], description: string): Setting<number> => ({
  ...port(variable, 0, description),
  fallback: undefined,
});

export const choice = <const T extends string>(
  variable: Setting<T>["variable"],
  choices: readonly T[],
  fallback: T,
  description: string,
): Required<T> => ({
  variable,
  fallback,
  description: `${description}: ${choices.join(", ")}`,
  parse: (value) => {
    const found = choices.find((candidate) => candidate === value);
    if (!found) throw new Error(`must be one of ${choices.join(", ")}, not "${value}"`);
    return found;
  },
});

/** One of these words, or nothing. */
export const optionalChoice = <const T extends string>(
  variable: Setting<T>["variable"],
  choices: readonly T[],
  description: string,
): Setting<T> => {
  const { parse } = choice<T>(variable, choices, choices[0] as T, description);
  return { variable, fallback: undefined, description: `${description}: ${choices.join(", ")}`, parse };
};

/** Three bounds on work under way: of one user, of one tenant, of all. */
interface Places {
  readonly user: number;
  readonly tenant: number;
  readonly all: number;
}

const mostPlaces = 10_000;

/** `8,16,32`: of a user, of a tenant, of all. */
export const places = (
  variable: Setting<Places>["variable"],
  fallback: string,
  description: string,
): Required<Places> => ({
  variable,
  fallback,
  description: `${description}: of a user, of a tenant, of all (1–${mostPlaces} each, in ascending order)`,
  parse: (value) => {
    const [user = 0, tenant = 0, all = 0, ...more] = value
      .split(",")
      .map((part) => (/^\d+$/.test(part) ? Number(part) : 0));
    if (more.length > 0 || user < 1 || tenant < user || all < tenant || all > mostPlaces)
      throw new Error(`must be three whole numbers in ascending order, such as ${fallback}, not "${value}"`);
    return { user, tenant, all };
  },
});

/** `false` nobody's, `true` everybody's, else addresses or networks separated by commas. */
export const proxies = (
  variable: Setting<boolean | string[]>["variable"],
  fallback: string,
  description: string,
): Required<boolean | string[]> => ({
  variable,
  fallback,
  description: `${description}: true, false, or addresses and networks (10.0.0.0/8) separated by commas`,
  parse: (value) => {
    if (value === "true" || value === "false") return value === "true";
    const addresses = value.split(",").map((address) => address.trim());
    const wrong = addresses.find((address) => !isNetwork(address));
    if (wrong !== undefined) throw new Error(`must be true, false or addresses, "${wrong}" is none`);
    return addresses;
  },
});

/** `none`, or addresses and networks separated by commas. */
export const networks = (variable: Setting<string[]>["variable"], description: string): Required<string[]> => ({
  variable,
  fallback: "none",
  description: `${description}: none, or addresses and networks (10.0.0.0/8) separated by commas`,
  parse: (value) => {
    if (value === "none") return [];
    const addresses = value.split(",").map((address) => address.trim());
    const wrong = addresses.find((address) => !isNetwork(address));
    if (wrong !== undefined) throw new Error(`must be none or addresses, "${wrong}" is none`);
    return addresses;
  },
});

/** `none`, or origins of web pages separated by commas. */
export const origins = (variable: Setting<string[]>["variable"], description: string): Required<string[]> => ({
  variable,
  fallback: "none",
  description: `${description}: none, or origins (https://lab.example.org) separated by commas`,
  parse: (value) => {
    if (value === "none") return [];
    const listed = value.split(",").map((origin) => origin.trim());
    const wrong = listed.find((origin) => !isOrigin(origin));
    if (wrong !== undefined)
      throw new Error(`must be none or origins such as https://lab.example.org, "${wrong}" is none`);
    return listed;
  },
});

/** As browsers write it: scheme, host and port, nothing behind. */
const isOrigin = (text: string): boolean =>
  /^https?:$/.test(URL.parse(text)?.protocol ?? "") && URL.parse(text)?.origin === text;

function isNetwork(text: string): boolean {
  const [address = "", bits = "0", ...rest] = text.split("/");
  const version = isIP(address);
  return version !== 0 && rest.length === 0 && /^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

/** An address of the web interface as links begin with it: nothing behind the path, and no slash at its end. */
export const webAddress = (variable: Setting<string>["variable"], description: string): Setting<string> => ({
  ...optionalText(variable, description),
  parse: (value) => {
    const url = URL.parse(value.trim());
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
      throw new Error(`must be an address such as https://helio.example.org, not "${value}"`);
    return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
  },
});

/** A bucket of an S3, and what every key in it begins with: nothing, or a path with a slash at its end. */
export interface S3Address {
  readonly bucket: string;
  readonly prefix: string;
}

export const s3Url = (variable: Setting<S3Address>["variable"], description: string): Setting<S3Address> => ({
  ...{ variable, description, fallback: undefined },
  parse: (value) => {
    const [, bucket = "", path = ""] =
      /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(value.trim()) ?? [];
    const prefix = path.replace(/\/+$/, "");
    if (bucket === "" || !/^[\w !'()*./-]{0,500}$/.test(prefix))
      throw new Error(
        `must be s3://bucket or s3://bucket/prefix, not "${value}"; a bucket has 3 to 63 small letters, digits, dots and hyphens`,
      );
    return { bucket, prefix: prefix === "" ? "" : `${prefix}/` };
  },
});

/** Servers of one NATS, with commas between. What is wrong is said without it: there may be a password in it. */
export const natsUrls = (variable: Setting<string>["variable"], description: string): Setting<string> => ({
  ...{ variable, description, fallback: undefined, secret: true },
  parse: (value) => {
    const all = value.split(",").map((one) => one.trim());
    const isAddress = (one: string): boolean => {
      const url = URL.parse(one.includes("://") ? one : `nats://${one}`);
      return url !== null && /^(nats|tls):$/.test(url.protocol) && url.hostname !== "" && url.pathname.length <= 1;
    };
    if (!all.every(isAddress))
      throw new Error("must be nats://host:port or tls://host:port, several with commas between");
    return value.trim();
  },
});

/** A mail server and how to log in there. */
export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
  readonly security: "TLS" | "STARTTLS" | "NONE";
  readonly login: { readonly username: string; readonly password: string } | null;
}

const smtpsPort = 465;
const submissionPort = 587;

/** What is wrong with it is said without it: there may be a password in it. */
export const smtpUrl = (variable: Setting<SmtpAddress>["variable"], description: string): Setting<SmtpAddress> => ({
  ...{ variable, description, fallback: undefined, secret: true },
  parse: (value) => {
    const url = URL.parse(value.trim());
    const isTls = url?.protocol === "smtps:";
    const security = url?.searchParams.get("security") ?? (isTls ? "tls" : "starttls");
    const known = { tls: "TLS", starttls: "STARTTLS", none: "NONE" } as const;
    if (
      !url?.hostname ||
      (!isTls && url.protocol !== "smtp:") ||
      !(security in known) ||
      isTls !== (security === "tls")
    )
      throw new Error("must be smtps://user:password@host:port, smtp://… or smtp://…?security=none");
    if ((url.username === "") !== (url.password === ""))
      throw new Error("must have a user name and a password, or neither");
    const login = { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: Number(url.port || (isTls ? smtpsPort : submissionPort)),
      security: known[security as keyof typeof known],
      login: url.username === "" ? null : login,
    };
  },
});

const unitsMs = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;

interface SpanRange {
  readonly min: string;
  readonly max: string;
}

/** The longest a timer of the runtime can wait is a little more: 2^31 − 1 ms. */
export const timerSpan: SpanRange = { min: "1s", max: "24d" };
/** For what is compared with the clock and never handed to a timer. */
export const longSpan: SpanRange = { min: "1s", max: "3650d" };

/** A time span with its unit: `500ms`, `10s`, `10min`, `2.5h`, `7d`. Read as milliseconds. */
export const duration = (
  variable: Setting<number>["variable"],
  fallback: string,
  description: string,
  { min, max }: SpanRange,
): Required<number> => ({
  variable,
  fallback,
  description: `${description} (${min}–${max})`,
  parse: (value) => {
    const ms = spanMs(value);
    if (ms === undefined) throw new Error(`must be a time span with its unit, such as ${fallback}, not "${value}"`);
    if (ms < (spanMs(min) ?? 0) || ms > (spanMs(max) ?? 0))
      throw new Error(`must be from ${min} to ${max}, not "${value}"`);
    return ms;
  },
});

function spanMs(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|min|h|d)$/.exec(text);
  return match ? Math.round(Number(match[1]) * unitsMs[match[2] as keyof typeof unitsMs]) : undefined;
}
