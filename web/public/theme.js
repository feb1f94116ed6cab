// Before the first paint, so that a chosen theme never flashes the other one. `system` has no attribute.
try {
  const theme = localStorage.getItem("heliograph.theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
    document.querySelector('meta[name="color-scheme"]').content = theme; // for what is shown before there are styles
  }
} catch {
  // storage is switched off: the system decides
}
