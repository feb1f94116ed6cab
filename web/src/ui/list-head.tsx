import type { ReactNode } from "react";
import { countText } from "../format/number.ts";
import { useLocale } from "../i18n/messages.tsx";

interface ListHeadProps {
  readonly title: string;
  readonly text: string;
  /** How many there are, as soon as that is known. */
  readonly count?: number | undefined;
  /** What can be done with the list. */
  readonly children?: ReactNode;
}

/** The head of a page that lists something. */
export function ListHead({ title, text, count, children }: ListHeadProps) {
  const locale = useLocale();
  return (
    <div className="page-head">
      <div>
        <h1>
          {title} {count !== undefined && <span className="badge">{countText(count, locale)}</span>}
        </h1>
        <p className="soft">{text}</p>
      </div>
      {children && <div className="row list-head">{children}</div>}
    </div>
  );
}
