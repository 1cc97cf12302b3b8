/** A button on each command of the introduction that takes it along: a long line is not marked with the mouse. */

const REST = 2000; // milliseconds for which a button says what it did

/** Put the button before the command: a reader by ear meets it with what it is for. */
export function addCopyButtons(root, words) {
  for (const code of root.querySelectorAll("pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copier";
    button.textContent = words.get("Copy");
    button.setAttribute("aria-live", "polite");
    const text = code.textContent.trim();
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text);
      button.textContent = words.get("Copied");
      setTimeout(() => (button.textContent = words.get("Copy")), REST);
    });
    const frame = document.createElement("div");
    frame.className = "commande";
    code.replaceWith(frame);
    frame.append(button, code);
  }
}
