/** Light, dark, or as the system says. CSS follows `data-theme`; the map's colours follow `dark()`. */

const KEPT = "tabanca.theme";
const system = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set();

export const chosen = () => (["clair", "sombre"].includes(localStorage.getItem(KEPT)) ? localStorage.getItem(KEPT) : "auto");
export const dark = () => (chosen() === "auto" ? system.matches : chosen() === "sombre");
export const onTheme = (listener) => listeners.add(listener);

function apply() {
  document.documentElement.dataset.theme = dark() ? "sombre" : "clair";
  for (const listener of listeners) listener();
}

export function choose(theme) {
  localStorage.setItem(KEPT, theme);
  apply();
}

system.addEventListener("change", apply);
apply();
