/** Bundle the console's modules, styles and words into node_modules/.console: few files, named by their content.
 *
 * A name changes with what the file holds, so browsers keep each for a year. Beside each lie its compressed forms, which
 * the application serves. `pack.json` tells the page what to load.
 */

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const SOURCE = resolve("analysis/console/static/console");
const OUTPUT = resolve("node_modules/.console");
const INDEX = join(OUTPUT, "pack.json");
const LANGUAGES = ["fr", "pt", "en"];
// The line of preact.js that takes the libraries from the page's scripts, and what stands for it in a bundle.
const FROM_SCRIPTS = "const { preact, preactHooks, preactSignals, htm } = globalThis;";
const FROM_PACKAGES = `
import * as preact from "preact";
import * as preactHooks from "preact/hooks";
import * as preactSignals from "@preact/signals";
import htm from "htm";
`;
// The map library looks for its worker beside itself, by a name without a hash, unless it is given the address.
const MAP_LIBRARY = "map-library.js";
const MAP_WORKER = "maplibre-gl-worker.mjs";
const MAP_FOLDER = resolve("node_modules/maplibre-gl/dist");
const read = (...path) => readFileSync(join(...path), "utf8");

/** Return the style sheets that styles.css imports, one after the other. */
function joinStyles() {
  const names = [...read(SOURCE, "styles.css").matchAll(/@import "\.\/(.+?)";/g)].map(([, name]) => name);
  return names.map((name) => read(SOURCE, name)).join("\n");
}

/** Take libraries from npm where the page without a bundle loads them from /static/vendor/. */
const libraries = {
  name: "libraries",
  resolveId(source) {
    if (source === MAP_LIBRARY) return MAP_LIBRARY;
    const found = /\/vendor\/([\w-]+)\/(.+)$/.exec(source);
    if (!found) return null;
    return found[1] === "maplibre-gl" ? MAP_LIBRARY : resolve("node_modules", found[1], "dist", found[2]);
  },
  load(id) {
    if (id !== MAP_LIBRARY) return null;
    const worker = this.emitFile({ type: "asset", name: MAP_WORKER, source: read(MAP_FOLDER, MAP_WORKER) });
    return `
      import { setWorkerUrl } from ${JSON.stringify(join(MAP_FOLDER, "maplibre-gl.mjs"))};
      export * from ${JSON.stringify(join(MAP_FOLDER, "maplibre-gl.mjs"))};
      setWorkerUrl(import.meta.ROLLUP_FILE_URL_${worker});
    `;
  },
  transform(code, path) {
    if (path !== join(SOURCE, "preact.js")) return null;
    if (!code.includes(FROM_SCRIPTS)) throw new Error(`${path} no longer takes its libraries as the bundle expects`);
    return code.replace(FROM_SCRIPTS, FROM_PACKAGES);
  },
};

/** Add the styles and the words of each language. */
const assets = {
  name: "assets",
  buildStart() {
    this.emitFile({ type: "asset", name: "styles.css", source: joinStyles() });
    for (const code of LANGUAGES) {
      const source = JSON.stringify(JSON.parse(read(SOURCE, "i18n", `${code}.json`)));
      this.emitFile({ type: "asset", name: `${code}.json`, source });
    }
  },
};

/** Return the written files. What the page needs at once is one file; what comes later is divided by itself. */
async function bundle() {
  const bundler = await rolldown({
    input: join(SOURCE, "main.js"),
    platform: "browser",
    plugins: [libraries, assets],
    onLog(level, log) {
      if (level === "warn") throw new Error(log.message);
    },
  });
  const { output } = await bundler.write({
    dir: OUTPUT,
    format: "esm",
    minify: true,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "[name]-[hash].js",
    assetFileNames: "[name]-[hash][extname]",
    codeSplitting: { groups: [{ name: "console", tags: ["$initial"] }] },
  });
  return output;
}

function compress(name) {
  const path = join(OUTPUT, name);
  if (existsSync(`${path}.br`)) return;
  const content = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(content));
}

/** Remove what neither this pack nor the one before holds: a server that runs may still serve the one before. */
function removeOld(files) {
  const before = existsSync(INDEX) ? JSON.parse(read(INDEX)).files : [];
  const wanted = new Set([...files, ...before]);
  for (const name of readdirSync(OUTPUT)) {
    if (!wanted.has(name.replace(/\.(gz|br)$/, "")) && name !== basename(INDEX)) rmSync(join(OUTPUT, name));
  }
}

const output = await bundle();
const files = output.map((file) => file.fileName);
files.forEach(compress);
removeOld(files);
const entry = output.find((file) => file.isEntry);
const find = (name) => output.find((file) => file.names?.includes(name)).fileName;
const pack = {
  script: entry.fileName,
  preload: entry.imports,
  style: find("styles.css"),
  mapWorker: find(MAP_WORKER),
  words: Object.fromEntries(LANGUAGES.map((code) => [code, find(`${code}.json`)])),
  files,
};
writeFileSync(INDEX, JSON.stringify(pack, null, 1));
