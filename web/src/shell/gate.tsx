import { Unreachable } from "@heliograph/client";
import { RouterProvider } from "@tanstack/react-router";
import { session } from "../app.ts";
import { useMessages } from "../i18n/messages.tsx";
import { InvitationPage, invitationPath } from "../pages/invitation/invitation-page.tsx";
import { LoginPage } from "../pages/login/login-page.tsx";
import { LoginStepPage } from "../pages/login/login-step-page.tsx";
import { PasswordPage, passwordPath } from "../pages/password/password-page.tsx";
import { TermsPage } from "../pages/terms/terms-page.tsx";
import { router } from "../router.tsx";
import { useStore } from "../state/store.ts";
import { ErrorState } from "../ui/states.tsx";

/** Logs in where one stands: the address stays, so that an expired session goes on at the same page. */
export function Gate() {
  const m = useMessages();
  const state = useStore(session.state);
  const step = useStore(session.step);
  if (step) return <LoginStepPage key={step.token} step={step} />;
  if (location.pathname === invitationPath) return <InvitationPage />;
  if (location.pathname === passwordPath) return <PasswordPage />;
  switch (state.kind) {
    case "resuming":
      return (
        <div className="login" role="status">
          <span className="off-screen">{m.login.resuming}</span>
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
      if (state.user.termsToAccept !== null) return <TermsPage tenantName={state.user.tenantName ?? ""} />;
      return <RouterProvider router={router} key={state.user.authorityId.id} />;
  }
}
