/** Buttons of ours under those of the zoom. */

const SVG = "http://www.w3.org/2000/svg";

/** Draw an icon: `path` in a square of 24. */
function drawIcon(path) {
  const icon = document.createElementNS(SVG, "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("class", "icone");
  icon.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  icon.append(line);
  return icon;
}

/** Put a button at the end of the map's first group, and return it: it has no name yet. */
export function addMapButton(map, id, path, onClick) {
  const button = document.createElement("button");
  button.type = "button";
  button.id = id;
  button.append(drawIcon(path));
  button.addEventListener("click", onClick);
  map.getContainer().querySelector(".maplibregl-ctrl-group").append(button);
  return button;
}
