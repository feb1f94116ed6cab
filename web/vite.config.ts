import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** A node to develop against; see docs/web.md. */
const node = process.env["HELIO_DEV_NODE"] ?? "http://127.0.0.1:8080";

/** Styles behind what is shown first: browsers paint nothing of what follows a sheet before they have it. */
const stylesLast: Plugin = {
  name: "styles-last",
  transformIndexHtml: {
    order: "post",
    handler: (html) => {
      const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
      const bare = sheets.reduce((rest, sheet) => rest.replace(sheet, ""), html);
      return bare.replace("</body>", `${sheets.join("\n")}\n</body>`);
    },
  },
};

/** What a channel is called, measured in and shown as. */
const ofChannels =
  /src.(channels.(?!calculated-mark)|api.device-types|live.use-live(-attributes)?\.ts|dashboards.use-type-channels|format.(unit-in-name|duration)|device-types.(meaning|describe-channels|key-pattern|unit))/;

export default defineConfig({
  plugins: [react(), stylesLast],
  build: {
    // MapLibre is one piece of that size, fetched only where the operator has a map file; a test has the budgets of the rest.
    chunkSizeWarningLimit: 1_200,
    target: "es2023",
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // What is always fetched is one file: cut by who shares what it is 46, which compress worse and come later.
    // So is what channels mean, which most pages need: ten files of some hundred bytes before.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 1 },
            { name: "channels", test: ofChannels },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "^/api/": { target: node, ws: true }, "^/API/": node, "/health": node },
  },
});
