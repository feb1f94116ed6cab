import { Icon } from "./icon.tsx";

interface Props {
  /** From 0 to `last`. */
  readonly page: number;
  readonly last: number;
  readonly names: { readonly previous: string; readonly next: string };
  readonly onPage: (page: number) => void;
}

/** One page back or on; nothing where there is only one. */
export function Pager({ page, last, names, onPage }: Props) {
  if (last === 0) return null;
  const step = (to: number, name: string, icon: "left" | "right", isPossible: boolean) => (
    <button type="button" className="button small" aria-label={name} disabled={!isPossible} onClick={() => onPage(to)}>
      <Icon name={icon} />
    </button>
  );
  return (
    <span className="row">
      {step(page - 1, names.previous, "left", page > 0)}
      {step(page + 1, names.next, "right", page < last)}
    </span>
  );
}
