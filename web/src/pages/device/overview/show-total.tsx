import { countText } from "../../../format/number.ts";
import { useLocale } from "../../../i18n/messages.tsx";

/** How many there are, beside what they are; nothing where there are none. */
export function ShowTotal({ total, isBad = false }: { readonly total: number | undefined; readonly isBad?: boolean }) {
  const locale = useLocale();
  if (!total) return null;
  return <span className={isBad ? "badge bad" : "badge"}>{countText(total, locale)}</span>;
}
