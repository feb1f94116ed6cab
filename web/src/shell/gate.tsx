import { Unreachable } from "@heliograph/client";
import { RouterProvider } from "@tanstack/react-router";
import { session } from "../app.ts";
import { useFirstWords } from "../i18n/messages.tsx";
import { LoginPage } from "../pages/login/login-page.tsx";
import { router } from "../router.tsx";
import { useStore } from "../state/store.ts";
import { ErrorState } from "../ui/states.tsx";
import { lazyPage } from "./lazy-page.tsx";

const LoginStepPage = lazyPage(() => import("../pages/login/login-step-page.tsx"), "LoginStepPage");
const TermsPage = lazyPage(() => import("../pages/terms/terms-page.tsx"), "TermsPage");

/** Where links lead that people were sent. */
const pagesOfLinks = new Map([
  ["/invitation", lazyPage(() => import("../pages/invitation/invitation-page.tsx"), "InvitationPage")],
  ["/password", lazyPage(() => import("../pages/password/password-page.tsx"), "PasswordPage")],
]);

/** Logs in where one stands: the address stays, so that an expired session goes on at the same page. */
export function Gate() {
  const m = useFirstWords();
  const state = useStore(session.state);
  const step = useStore(session.step);
  if (step) return <LoginStepPage />;
  const LinkPage = pagesOfLinks.get(location.pathname);
  if (LinkPage) return <LinkPage />;
  switch (state.kind) {
    case "resuming":
      return (
        <div className="splash" role="status">
          <img src="/favicon.svg" alt="" width="40" height="40" />
          <span>{m.login.resuming}</span>
        </div>
      );
    case "unreachable":
      return (
        <main className="login">
          <ErrorState error={new Unreachable()} onRetry={() => void session.resume()} />
        </main>
      );
    case "signed-out":
      return <LoginPage why={state.why} />;
    case "signed-in":
      if (state.user.termsToAccept !== null) return <TermsPage />;
      return <RouterProvider router={router} key={state.user.authorityId.id} />;
  }
}
