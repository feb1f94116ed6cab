import type { FileRecord } from "@heliograph/contract";
import { useState } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { CardTable } from "../../../ui/card-table.tsx";
import { ShowMore } from "../../../ui/show-more.tsx";
import { SortButton } from "../../../ui/sort-button.tsx";
import { type FileColumn, newestFirst, sortedFiles } from "./file-filter.ts";
import { fileKey } from "./file-key.ts";
import { FileRow } from "./file-row.tsx";

interface FileTableProps {
  readonly files: readonly FileRecord[];
  readonly selected: ReadonlySet<string>;
  /** Those that somebody has just brought. */
  readonly lit: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onOpen: (file: FileRecord) => void;
}

const pageSize = 200;

export function FileTable({ files, selected, lit, onSelect, onOpen }: FileTableProps) {
  const m = useMessages();
  const [limit, setLimit] = useState(pageSize);
  const [order, setOrder] = useState(newestFirst);
  const keys = files.map(fileKey);
  const isEverySelected = keys.every((key) => selected.has(key));
  const toggle = (file: FileRecord) => onSelect(new Set(selected).symmetricDifference(new Set([fileKey(file)])));
  const heading = (by: FileColumn, text: string, className?: string) => (
    <SortButton
      text={text}
      className={className}
      order={order.by === by ? (order.isDescending ? "descending" : "ascending") : undefined}
      onClick={() => setOrder({ by, isDescending: order.by === by ? !order.isDescending : by === "startTime" })}
    />
  );
  return (
    <div className="table-scroll">
      <CardTable>
        <thead>
          <tr>
            <th className="narrow-cell">
              <input
                type="checkbox"
                aria-label={m.files.selectAll}
                checked={isEverySelected}
                onChange={() => onSelect(new Set(isEverySelected ? [] : keys))}
              />
            </th>
            {heading("name", m.common.name)}
            {heading("tag", m.files.tag, "hide-narrow")}
            {heading("startTime", m.files.start, "hide-narrow")}
            {heading("size", m.files.size, "right")}
            <th>{m.files.processing}</th>
            {heading("storageStatus", m.files.storage)}
          </tr>
        </thead>
        <tbody>
          {sortedFiles(files, order)
            .slice(0, limit)
            .map((file) => (
              <FileRow
                key={fileKey(file)}
                file={file}
                isSelected={selected.has(fileKey(file))}
                isLit={lit.has(fileKey(file))}
                onToggle={() => toggle(file)}
                onOpen={() => onOpen(file)}
              />
            ))}
        </tbody>
      </CardTable>
      <ShowMore shown={Math.min(limit, files.length)} total={files.length} onMore={() => setLimit(limit + pageSize)} />
    </div>
  );
}
