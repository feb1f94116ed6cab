import { useQuery } from "@tanstack/react-query";
import { acceptTerms, ownTerms } from "../../api/account.ts";
import { session } from "../../app.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useCurrentUser } from "../../shell/current-user.ts";
import { Form } from "../../ui/form.tsx";
import { PlainText } from "../../ui/plain-text.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";

/** In place of everything else, until they are accepted or one leaves. */
export function TermsPage() {
  const m = useMessages();
  const { tenantName } = useCurrentUser();
  const { data, error, refetch } = useQuery(ownTerms);
  const accept = async (version: number) => {
    try {
      await acceptTerms(version);
    } finally {
      await Promise.all([refetch(), session.reloadUser()]); // another version may have come meanwhile
    }
  };
  return (
    <main className="login">
      <div className="login-card terms-card">
        <h1 className="break">{m.account.termsOf(tenantName ?? "")}</h1>
        {data ? (
          <Form action={m.account.accept} send={() => accept(data.version)}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts scroll, with the keyboard too */}
            <section className="terms-text" aria-label={m.account.terms} tabIndex={0}>
              <PlainText text={data.text} />
            </section>
            <small>{m.account.termsVersion(data.version)}</small>
          </Form>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton />
        )}
        <button type="button" className="button ghost" onClick={() => void session.logout()}>
          {m.account.leave}
        </button>
      </div>
    </main>
  );
}
