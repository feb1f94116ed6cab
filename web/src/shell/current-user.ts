import type { CurrentUser, Permission } from "@heliograph/contract";
import { session } from "../app.ts";
import { useStore } from "../state/store.ts";

/** Who is logged in; pages are shown to nobody else. */
export function useCurrentUser(): CurrentUser {
  const state = useStore(session.state);
  if (state.kind !== "signed-in") throw new Error("a page was drawn without a user");
  return state.user;
}

/** Whether they have not logged out meanwhile: what is said in passing is for nobody else. */
export function isStillHere({ id }: CurrentUser): boolean {
  const state = session.state.get();
  return state.kind === "signed-in" && state.user.id.id === id.id;
}

/** What to offer; the server decides in the end [AUTH5]. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useCurrentUser();
  return (permission) => permissions.includes(permission);
}

export function useTenantId(): string {
  return useCurrentUser().tenantId?.id ?? "";
}
