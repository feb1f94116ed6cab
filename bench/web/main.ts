// The web interface in Chromium: a long list of devices, charts of many points, dashboards, maps, and what the first load weighs.
// `npm run bench -- web page live` runs some parts. BENCH_DEVICES, BENCH_POINTS, BENCH_PAGE_POINTS and BENCH_MAP_DEVICES set the sizes. Frames
// are what the page itself sees between two drawings.
import { askedParts } from "../asked-parts.ts";
import { measureCharts } from "./charts.ts";
import { measureDeviceList } from "./device-list.ts";
import { measureEditor } from "./editor.ts";
import { firstLoad } from "./first-load.ts";
import { measureLivePage } from "./live-page.ts";
import { measureMap } from "./map.ts";
import { measurePageLoad } from "./page-load.ts";
import { openStage, type Stage } from "./stage.ts";

const parts: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  devices: measureDeviceList,
  charts: measureCharts,
  editor: measureEditor,
  page: measurePageLoad,
  live: measureLivePage,
  map: measureMap,
};

const asked = askedParts(parts);
console.log(`first load: ${firstLoad()}`);
const stage = asked.length > 0 ? await openStage() : undefined;
try {
  for (const part of stage ? asked : []) if (stage) await part(stage);
} finally {
  await stage?.close();
}
