import { expect, test } from "vitest";
import { loggableUrl } from "./loggable-url.ts";

test.each([
  ["/api/device?accessToken=SECRET", "/api/device?accessToken=***"],
  ["/api/device?a=1&accessToken=SECRET&b=2", "/api/device?a=1&accessToken=***&b=2"],
  ["/status.php?F=PING&ID=SECRET&P=v5", "/status.php?F=PING&ID=***&P=v5"],
  ["/API/filelist/list/deviceid/SECRET?start=1", "/API/filelist/list/deviceid/***?start=1"],
  ["/api/v1/SECRET/attributes/updates?timeout=1", "/api/v1/***/attributes/updates?timeout=1"],
  ["/api/v1/SECRET", "/api/v1/***"],
  ["/api/devices/1/data-files/2/token/SECRET", "/api/devices/1/data-files/2/token/***"],
])("[API2] no token in a logged URL: %s", (url, shown) => {
  expect(loggableUrl(url)).toBe(shown);
});
