import { useBlocker } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { AppearanceSection } from "./appearance-section.tsx";
import { HomeSection } from "./home-section.tsx";
import { LimitsCard } from "./limits-form.tsx";
import { MailSection } from "./mail-section.tsx";
import { Unsaved } from "./settings-section.tsx";
import { SignInRulesCard } from "./sign-in-rules-card.tsx";
import { HistorySection, RetentionSection } from "./telemetry-sections.tsx";
import { TermsCard } from "./terms-card.tsx";

/** What is decided per tenant: by its administrators, or for it by the system's. */
export function TenantSettings({ tenantId, title }: { readonly tenantId: string; readonly title: string }) {
  const m = useMessages();
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const tell = useCallback((section: string, isUnsaved: boolean) => {
    setUnsaved((before) => (isUnsaved ? before.union(new Set([section])) : before.difference(new Set([section]))));
  }, []);
  const isUnsaved = unsaved.size > 0;
  // Within the page one only goes from section to section.
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved && current.pathname !== next.pathname && !window.confirm(m.tenantSettings.unsaved),
    enableBeforeUnload: isUnsaved,
  });
  const sections = [
    ["appearance", m.tenantSettings.appearance],
    ["home", m.tenantSettings.home],
    ["sign-in", m.secondFactor.requireTitle],
    ["mail", m.mail.title],
    ["terms", m.account.terms],
    ["retention", m.settings.retention],
    ["historical", m.tenantSettings.historical],
    ["limits", m.tenantSettings.usage],
  ] as const;
  return (
    <Unsaved value={tell}>
      <div className="page-head">
        <h1>{title}</h1>
      </div>
      <nav className="tabs" aria-label={m.tenantSettings.sections}>
        {sections.map(([id, name]) => (
          <a key={id} href={`#${id}`}>
            {name} {unsaved.has(id) && <span className="badge warn">{m.tenantSettings.unsavedMark}</span>}
          </a>
        ))}
      </nav>
      <div className="stack readable">
        <AppearanceSection tenantId={tenantId} />
        <HomeSection tenantId={tenantId} />
        <div id="sign-in" className="anchor">
          <SignInRulesCard tenantId={tenantId} />
        </div>
        <MailSection tenantId={tenantId} />
        <div id="terms" className="anchor">
          <TermsCard tenantId={tenantId} />
        </div>
        <RetentionSection tenantId={tenantId} />
        <HistorySection tenantId={tenantId} />
        <LimitsCard tenantId={tenantId} />
      </div>
    </Unsaved>
  );
}
