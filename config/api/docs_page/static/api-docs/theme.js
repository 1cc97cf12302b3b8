/** Take the appearance that was chosen in the console, before the page is drawn: else that of the device. */

const system = matchMedia("(prefers-color-scheme: dark)");
const chosen = localStorage.getItem("tabanca.theme");
const isDark = () => (["clair", "sombre"].includes(chosen ?? "") ? chosen === "sombre" : system.matches);
const follow = () => document.documentElement.classList.toggle("dark-mode", isDark());

system.addEventListener("change", follow);
follow();
