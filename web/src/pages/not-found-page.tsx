import { Link } from "@tanstack/react-router";
import { useFirstWords } from "../i18n/messages.tsx";
import { EmptyState } from "../ui/states.tsx";

export function NotFoundPage() {
  const m = useFirstWords();
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
