import { isCutInFront } from "./cut-side.ts";

interface CutNameProps {
  readonly name: string;
  readonly title: string;
  readonly className?: string;
}

/** A name that is cut where there is no room: a dotted one in front, as names of channels begin alike and differ at the end. */
export const CutName = ({ name, title, className = "" }: CutNameProps) => (
  <span className={`cut ${isCutInFront(name) ? "cut-front" : ""} ${className}`} title={title}>
    <bdi>{name}</bdi>
  </span>
);
