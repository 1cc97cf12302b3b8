/** Copy and print a receipt. Without scripts its buttons are not there, and one writes it down. */

const acts = document.querySelector(".actes");
const copy = document.getElementById("copier");
const values = [...document.querySelectorAll(".recu dd")].map((one) => one.textContent);

acts.hidden = false;
// Browsers copy for pages of a secure address only.
copy.hidden = !navigator.clipboard;
copy.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(values.join("\n"));
    copy.textContent = copy.dataset.fait;
  } catch {
    copy.textContent = copy.dataset.refus;
  }
});
document.getElementById("imprimer").addEventListener("click", () => print());
