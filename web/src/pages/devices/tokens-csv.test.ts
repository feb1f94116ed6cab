import { expect, test } from "vitest";
import { tokensCsv } from "./tokens-csv.ts";

test("[17/16] names and tokens are a list that spreadsheets read as it is", () => {
  const devices = [
    { name: 'Pump "7", north', token: "-abc", id: "1" },
    { name: "=cmd()", token: "x~y", id: "2" },
  ];

  expect(tokensCsv(devices)).toBe('name,token,id\r\n"Pump ""7"", north",-abc,1\r\n\'=cmd(),x~y,2\r\n');
});
