import { Preferences, PreferencesChange } from "../preferences.ts";
import { anyUserInPerson } from "./access.ts";
import { routesOf } from "./route.ts";

const tag = "Authentication";

export const preferenceRoutes = routesOf({
  preferences: {
    method: "GET",
    path: "/api/auth/user/preferences",
    access: anyUserInPerson,
    tag,
    summary: "One's own language, region, time zone and notifications",
    answers: { 200: Preferences },
  },

  savePreferences: {
    method: "PUT",
    path: "/api/auth/user/preferences",
    access: anyUserInPerson,
    tag,
    summary: "Change one's own language, region, time zone and notifications",
    body: PreferencesChange,
    answers: { 200: Preferences },
  },
});
