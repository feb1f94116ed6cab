import { type ReactNode, useEffect, useRef } from "react";

interface CardTableProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/** A table whose rows are cards where there is no room for columns: each cell then has its column's name beside it. */
export function CardTable({ className = "", children }: CardTableProps) {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const element = table.current;
    if (!element) return undefined;
    nameCells(element);
    const watching = new MutationObserver(() => nameCells(element)); // rows come and go without this component
    watching.observe(element, { childList: true, subtree: true });
    return () => watching.disconnect();
  }, []);
  return (
    <table ref={table} className={`table cards ${className}`}>
      {children}
    </table>
  );
}

/** The style sheet shows the names; read out they are by the column's head. */
function nameCells(table: HTMLTableElement): void {
  const names = [...(table.tHead?.rows[0]?.cells ?? [])].map(({ textContent }) => textContent.trim());
  for (const { cells } of [...table.tBodies].flatMap(({ rows }) => [...rows]))
    for (const [at, cell] of [...cells].entries())
      if (cell.colSpan === 1 && cell.dataset["label"] !== names[at]) cell.dataset["label"] = names[at] ?? "";
}
