/** Open the groups of the menu that have what is searched: Django's own script hides the rows that have not. */

const box = document.getElementById("nav-filter");
const groups = [...document.querySelectorAll(".groupe-menu")];
const opened = new Map(); // groups, to whether they were open before the search

/** Open and show a group that has a match; without a word it is as the reader left it. */
function showGroup(group, isSearched) {
  if (!opened.has(group)) opened.set(group, group.open);
  const hasRow = [...group.querySelectorAll("tr")].some((row) => row.style.display !== "none");
  group.hidden = isSearched && !hasRow;
  group.open = isSearched ? hasRow : opened.get(group);
  if (!isSearched) opened.delete(group);
}

function narrow() {
  const isSearched = box.value.trim() !== "";
  if (!isSearched && !opened.size) return; // a key of another use folds nothing
  for (const group of groups) showGroup(group, isSearched);
}

// Django's script keeps the words for the next page, and has narrowed the rows before this one runs.
for (const event of ["input", "change", "keyup"]) box.addEventListener(event, narrow);
narrow();
