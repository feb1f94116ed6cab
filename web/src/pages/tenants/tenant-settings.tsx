import { LimitsCard } from "./limits-form.tsx";
import { RetentionCard } from "./retention-form.tsx";
import { SignInRulesCard } from "./sign-in-rules-card.tsx";

/** What is decided per tenant: by its administrators, or for it by the system's. */
export function TenantSettings({ tenantId, title }: { readonly tenantId: string; readonly title: string }) {
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
      </div>
      <div className="stack readable">
        <RetentionCard tenantId={tenantId} />
        <SignInRulesCard tenantId={tenantId} />
        <LimitsCard tenantId={tenantId} />
      </div>
    </>
  );
}
