/**
 * Reading, writing and previewing OSF measurement files, in browsers and in Node. Nothing here needs Node; see
 * `@heliograph/osf/node` for files on disk.
 */

export { type ExportOptions, exportText, type TextExport } from "./export/export-text.ts";
export { type TimeFormat, timeText } from "./export/value-text.ts";
export type { Channel, FileMetadata, InfoEntry, Metablock } from "./format/channel.ts";
export type { DataType, NumberArray, NumericType } from "./format/data-type.ts";
export { OsfError, type OsfErrorCode } from "./format/errors.ts";
export type { IntegrityLevel, OsfVersion } from "./format/magic-line.ts";
export type { Segment } from "./format/segment.ts";
export type { StringBlocks } from "./format/string-blocks.ts";
export type { Trailer, TrailerChannel } from "./format/trailer.ts";
export { openPreview, type Preview, type PreviewSeries, type PreviewWindow, type ReadRange } from "./preview/index.ts";
export { PreviewBuilder, type PreviewOptions } from "./preview/preview-builder.ts";
export type { Finding, FindingCode } from "./read/findings.ts";
export type { OsfHeader } from "./read/header.ts";
export { type OsfFile, openOsf } from "./read/osf-file.ts";
export type { BatchStream } from "./read/pass.ts";
export type { ReadOptions } from "./read/read-options.ts";
export type { ChannelReport, ReadReport } from "./read/report.ts";
export type {
  BytesBatch,
  NumberBatch,
  ReadableChannel,
  SampleBatch,
  SegmentPart,
  TextBatch,
} from "./read/samples/batch.ts";
export { type GpsPosition, type SampleValue, sampleAt } from "./read/samples/sample-value.ts";
export type { Series } from "./read/samples/series.ts";
export { VariableValues } from "./read/samples/variable-values.ts";
export type { Selection } from "./read/selection.ts";
export type { Compression } from "./read/source/compression.ts";
export { type Inflate, InflateProblem } from "./read/source/inflate.ts";
export type { OsfSource } from "./read/source/source.ts";
export { type ChannelSummary, Summariser } from "./summary/channel-summary.ts";
export { type Verification, verifyOsf } from "./summary/verify.ts";
export { type ConvertOptions, convertOsf } from "./transform/convert.ts";
export { type MergeOptions, type MergeReport, mergeOsf } from "./transform/merge.ts";
export type { Duplicates } from "./transform/sorted-series.ts";
export type { ChannelSpec, WriteOptions } from "./write/channel-spec.ts";
export { specOf } from "./write/channel-spec.ts";
export type { OsfEncoder } from "./write/osf-encoder.ts";
export { compressOsf, encodeOsf, type OsfSink, OsfWriter, type WriterOptions } from "./write/osf-writer.ts";
export type { SampleValues } from "./write/sample-values.ts";
