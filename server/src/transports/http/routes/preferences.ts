import { preferenceRoutes } from "@heliograph/contract";
import type { UserPreferences } from "../../../core/access/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf } from "../access.ts";

/** What users chose for themselves. */
export function servePreferences(app: HttpApp, { preferences }: { readonly preferences: UserPreferences }): void {
  register(app, preferenceRoutes, {
    preferences: (request) => preferences.of(callerOf(request).userId),

    savePreferences: (request) => {
      const { userId, username } = callerOf(request);
      return preferences.save({ id: userId, name: username }, request.body);
    },
  });
}
