/** A PDF file of one page that a picture fills, with its words behind it: to be found, copied and read aloud. */

// What Latin-1 does not have, by what it has.
const PLAIN = { "\u202f": " ", "\u2009": " ", "’": "'", "–": "-", "—": "-", "≥": ">=", "≤": "<=", œ: "oe", "…": "..." };

/** Write a text as a string of the file: in ASCII, other letters by their numbers. */
const quote = (text) =>
  `(${[...text]
    .map((one) => PLAIN[one] ?? one)
    .join("")
    .replace(/[\\()]/g, "\\$&")
    .replace(/[^ -~]/gu, (one) => {
      const at = one.codePointAt(0) ?? 0;
      return at < 256 ? `\\${at.toString(8).padStart(3, "0")}` : "?";
    })})`;

/** Write a line of {text, x, y, size} without ink; `y` is counted from above. */
const writeLine = ({ text, x, y, size }, pageHeight) =>
  `/F ${size} Tf 1 0 0 1 ${x.toFixed(1)} ${(pageHeight - y).toFixed(1)} Tm ${quote(text)} Tj`;

/** Return the file as a blob. `picture` is a JPEG of {width, height} pixels, the page [width, height] is in points;
 * `lines`: the words that the picture shows, the first is the title of the document. */
export async function writePdf(picture, { width, height }, [pageWidth, pageHeight], lines) {
  const words = lines.map((line) => writeLine(line, pageHeight)).join("\n");
  const draw = `BT 3 Tr\n${words}\nET\nq ${pageWidth} 0 0 ${pageHeight} 0 0 cm /P Do Q`;
  const shape = `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`;
  const objects = [
    ["<< /Type /Catalog /Pages 2 0 R >>"],
    ["<< /Type /Pages /Kids [3 0 R] /Count 1 >>"],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Contents 4 0 R`,
      " /Resources << /XObject << /P 5 0 R >> /Font << /F 6 0 R >> >> >>",
    ],
    [`<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`],
    [`<< /Type /XObject /Subtype /Image ${shape} /Length ${picture.size} >>\nstream\n`, picture, "\nendstream"],
    ["<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"],
    [`<< /Title ${quote(lines[0].text)} >>`],
  ];
  const parts = ["%PDF-1.4\n"];
  const starts = [];
  let size = parts[0].length;
  const add = (part) => {
    parts.push(part);
    size += part.size ?? part.length;
  };
  objects.forEach((content, place) => {
    starts.push(size);
    [`${place + 1} 0 obj\n`, ...content, "\nendobj\n"].forEach(add);
  });
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  const begin = size;
  add(`xref\n0 ${count}\n0000000000 65535 f \n${table}`);
  add(`trailer\n<< /Size ${count} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${begin}\n%%EOF\n`);
  return new Blob(parts, { type: "application/pdf" });
}
