export { DashboardData, type WatchedDevices, type WatchedRequest } from "./dashboard-data.ts";
export type { AnswerPiece, DataPiece } from "./data-piece.ts";
export type { DataReader, ToldTimes } from "./data-reader.ts";
