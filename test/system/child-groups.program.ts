// Starts two processes through a third one, says which they are, and goes on talking until they have ended.
import { endTogether, startGroup } from "../../scripts/child-groups.ts";

endTogether();
const script = "sleep 600 & echo pid $!; sleep 600 & echo pid $!; wait";
const child = startGroup("sh", ["-c", script], { stdio: ["ignore", "inherit", "inherit"] });
const talking = setInterval(() => process.stdout.write("still here\n"), 50);
child.on("close", () => clearInterval(talking));
