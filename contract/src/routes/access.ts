import type { StepScope } from "../auth.ts";
import type { Permission } from "../permissions.ts";

/** Who may call a route. It is a required field of a route, so none can be without [AUTH5]. */
export type RouteAccess =
  | { readonly kind: "public" }
  /** `bySession`: by the person itself, not by an API key [AUTH10]. */
  | { readonly kind: "signed-in"; readonly bySession?: true }
  | { readonly kind: "permissions"; readonly all: readonly Permission[] }
  /** The password was right: the token is good for this step of logging in and nothing else [AUTH9]. */
  | { readonly kind: "login-step"; readonly scope: StepScope }
  /** No session: the token of a link to one dashboard, and the route itself asks whose it is [DSH6]. */
  | { readonly kind: "share" }
  /** No session: the URL holds a token, and the route itself asks whose it is. */
  | { readonly kind: "token-in-url"; readonly token: "device" | "download" };

export const anyone: RouteAccess = { kind: "public" };
export const anyUser: RouteAccess = { kind: "signed-in" };
export const anyUserInPerson: RouteAccess = { kind: "signed-in", bySession: true };
export const atStep = (scope: StepScope): RouteAccess => ({ kind: "login-step", scope });
export const withDownloadToken: RouteAccess = { kind: "token-in-url", token: "download" };
export const withDeviceToken: RouteAccess = { kind: "token-in-url", token: "device" };
export const withShare: RouteAccess = { kind: "share" };
export const needs = (...all: readonly [Permission, ...Permission[]]): RouteAccess => ({ kind: "permissions", all });
