/** Light, dark, or as the system says. CSS follows `data-theme`; the map's colours follow `isDark`. */

import { computed, effect, signal } from "../preact.js";

const STORED = "tabanca.theme";
const system = matchMedia("(prefers-color-scheme: dark)");
const systemIsDark = signal(system.matches);
const stored = localStorage.getItem(STORED) ?? "";

/** The choice: "auto", "clair" or "sombre". */
export const theme = signal(["clair", "sombre"].includes(stored) ? stored : "auto");
export const isDark = computed(() => (theme.value === "auto" ? systemIsDark.value : theme.value === "sombre"));

export function chooseTheme(choice) {
  localStorage.setItem(STORED, choice);
  theme.value = choice;
}

system.addEventListener("change", (event) => {
  systemIsDark.value = event.matches;
});
effect(() => {
  document.documentElement.dataset.theme = isDark.value ? "sombre" : "clair";
});
