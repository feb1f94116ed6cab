/** OSF files on disk, with node:zlib for compressed ones; everything of `@heliograph/osf` besides. */
export * from "../index.ts";
export { appendOsfFile, createOsfFile, type FileWriteOptions } from "./file-writer.ts";
export { type FileReadOptions, openOsfFile } from "./files.ts";
export { inflateWithZlib } from "./inflate.ts";
