/** Narrow the first page of the administration to the pages whose name, or whose section's, has the typed words. */

const box = document.getElementById("cherche-page");
const nothing = document.getElementById("rien-page");
const opened = new Map(); // sections, to whether they were open before the search

/** Write without accents and capitals: who types "ecoles" finds "Écoles". */
const simplify = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();

/** Open a section that has what is searched; without a word it is as the reader left it. */
function openSection(section, wanted) {
  if (!opened.has(section)) opened.set(section, section.open);
  section.open = wanted ? !section.hidden : opened.get(section);
  if (!wanted) opened.delete(section);
}

/** Show what of a section matches; return whether anything does. */
function narrowSection(section, wanted) {
  const isWhole = simplify(section.querySelector("h2").textContent).includes(wanted);
  const rows = [...section.querySelectorAll("li")];
  for (const row of rows) row.hidden = !isWhole && !simplify(row.textContent).includes(wanted);
  section.hidden = rows.every((row) => row.hidden);
  if (section.localName === "details") openSection(section, wanted);
  return !section.hidden;
}

function narrow() {
  const wanted = simplify(box.value.trim());
  const found = [...document.querySelectorAll(".devoir")].map((section) => narrowSection(section, wanted));
  nothing.textContent = found.includes(true) ? "" : nothing.dataset.text; // a change is read aloud
}

box.addEventListener("input", narrow);
