/** Say a sentence to screen readers, without moving the focus. */
export function announce(text) {
  const region = document.getElementById("annonces");
  if (region) region.textContent = text;
}
