import { type Calls, callsOver, LiveConnection, send } from "@heliograph/client";
import { watched } from "../live/watched-connection.ts";

/** Where links to dashboards lead; the token stands behind the # and never leaves in a URL [DSH6]. */
const sharedPathPrefix = "/s/";

export const isSharedPath = (path: string): boolean => path.startsWith(sharedPathPrefix);

export const linkOf = (origin: string, shareId: string, token: string): string =>
  `${origin}${sharedPathPrefix}${shareId}#${token}`;

/** The same for a screen that nobody touches. */
export const wallLinkOf = (link: string, seconds: number): string => link.replace("#", `?wall=${seconds}#`);

/** What a right password gave, for this browser: whoever reloads is not asked again. */
const passKey = (): string => `heliograph.pass ${location.pathname}`;

export const keepPass = (pass: string): void => localStorage.setItem(passKey(), pass);
export const forgetPass = (): void => localStorage.removeItem(passKey());

/** What a link opens. */
export function sharedCalls(token: string): Calls["shared"] {
  const response: Parameters<typeof callsOver>[0]["response"] = (path, call) => {
    const pass = localStorage.getItem(passKey());
    const headers = {
      ...call?.headers,
      "X-Authorization": `Share ${token}`,
      ...(pass !== null && { "X-Share-Pass": pass }),
    };
    return send(path, { ...call, headers });
  };
  return callsOver({ response }).shared;
}

/** Values as they come; `onOver` when the link leads nowhere any more, or to something else. */
export function sharedLive(token: string, onOver: () => void): LiveConnection {
  const renewed = async () => {
    onOver();
    return token;
  };
  const live = new LiveConnection({ current: async () => token, renewed }, location.origin, () => {
    const pass = localStorage.getItem(passKey());
    return { type: "authShare", token, ...(pass !== null && { pass }) };
  });
  watched(live);
  return live;
}
