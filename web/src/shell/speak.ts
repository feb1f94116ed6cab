import { savePreferences } from "../api/account.ts";
import { session } from "../app.ts";
import { chooseLanguage, type Language } from "../i18n/messages.tsx";

/** Who chose a language for the account means that one; else it is this browser's. */
export async function speak(chosen: Language): Promise<void> {
  await chooseLanguage(chosen);
  const state = session.state.get();
  if (state.kind !== "signed-in" || state.user.preferences.language === null) return;
  await savePreferences({ language: chosen });
  await session.reloadUser();
}
