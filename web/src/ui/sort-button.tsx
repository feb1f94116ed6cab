import { Icon } from "./icon.tsx";

interface SortButtonProps {
  readonly text: string;
  /** Undefined while the table is sorted by another column. */
  readonly order: "ascending" | "descending" | undefined;
  readonly className?: string | undefined;
  readonly onClick: () => void;
}

/** The head of a column one can sort by. */
export const SortButton = ({ text, order, className, onClick }: SortButtonProps) => (
  <th className={className} aria-sort={order ?? "none"}>
    <button type="button" className="sort" onClick={onClick}>
      {text}
      {order && <Icon name={order === "descending" ? "down" : "up"} size={14} />}
    </button>
  </th>
);
