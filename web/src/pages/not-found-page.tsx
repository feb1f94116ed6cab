import { Link } from "@tanstack/react-router";
import { useFirstWords } from "../i18n/messages.tsx";
import { useSubject } from "../shell/page-title.ts";
import { EmptyState } from "../ui/states.tsx";

export function NotFoundPage() {
  const m = useFirstWords();
  useSubject(m.errors.notFound);
  return (
    <div className="page">
      <EmptyState icon="search" title={m.errors.notFound} text={m.errors.notFoundText}>
        <Link to="/" className="button">
          {m.errors.toStart}
        </Link>
      </EmptyState>
    </div>
  );
}
