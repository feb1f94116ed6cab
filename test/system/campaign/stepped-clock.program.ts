// Loaded into the node before anything else (`--import`), in each of its threads: a wall clock that somebody sets. The
// file has the milliseconds by which it is wrong; the monotonic clock goes on as it is [RUN12].
import { readFileSync } from "node:fs";

const realNow = Date.now;
const file = process.env["CAMPAIGN_CLOCK"] ?? "";
let wrongByMs = 0;

function look(): void {
  wrongByMs = Number(readFileSync(file, "utf8")) || 0;
}

if (file !== "") {
  look();
  setInterval(look, 20).unref();
  Date.now = () => realNow() + wrongByMs;
}
