import { createRootRoute, redirect } from "@tanstack/react-router";
import { session } from "../app.ts";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import { Shell } from "../shell/shell.tsx";

export const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

/** Pages about one's own tenant: a system administrator has none and chooses one first. */
export function inOwnTenant(): void {
  const state = session.state.get();
  if (state.kind === "signed-in" && state.user.tenantId === undefined) throw redirect({ to: "/tenants" });
}
