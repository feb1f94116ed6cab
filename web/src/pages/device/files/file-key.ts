import type { FileRecord } from "@heliograph/contract";

/** What makes two files of a device the same one [FILE1]. */
export const fileKey = ({ tag, name }: Pick<FileRecord, "tag" | "name">): string => `${tag}\n${name}`;

/** The last part of a name that may be a whole path. */
export const baseName = (name: string): string => name.split(/[/\\]/).findLast((part) => part !== "") ?? name;
