export { type ApiCall, ApiClient, send, type TokenSource } from "./api-client.ts";
export { ApiError, refusalOf, Unreachable } from "./api-error.ts";
export { type Calls, callsOver, downloadPath } from "./calls.ts";
export { everyRecord } from "./every-record.ts";
export { exactJson, exactNumber, parsedExactly } from "./exact-json.ts";
export { type Interest, LiveConnection, type LiveState, type PageInterest } from "./live/live-connection.ts";
export { type DeviceNews, type LiveSample, type PageNews, serverFrameOf } from "./live/live-frames.ts";
export { type Credentials, type LoggedIn, logIn } from "./log-in.ts";
export { withApiKey } from "./with-api-key.ts";
