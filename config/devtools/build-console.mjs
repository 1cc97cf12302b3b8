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
// The map library and its worker share half of their code, which two files would send twice: they are one, which compresses
// to three quarters. The library is given its address as that of the worker.
const MAP_LIBRARY = "map-library.js";
const MAP_FOLDER = resolve("node_modules/maplibre-gl/dist");
const read = (...path) => readFileSync(join(...path), "utf8");

/** Return the style sheets that styles.css imports, one after the other. */
function joinStyles() {
  const names = [...read(SOURCE, "styles.css").matchAll(/@import "\.\/(.+?)";/g)].map(([, name]) => name);
  return names.map((name) => read(SOURCE, name)).join("\n");
}

/** Return a module of the map library as a script that leaves what it exports in a variable of this name. */
async function writeScript(module, name) {
  const bundler = await rolldown({ input: join(MAP_FOLDER, module), platform: "browser", onLog() {} });
  const { output } = await bundler.generate({ format: "iife", name, exports: "named" });
  return output[0].code;
}

/** Return one module that is the map library in a page, and its worker where it is loaded as one. What it exports has
 * other names within: "Map" is a class of the language, too. */
async function joinMapLibrary() {
  const library = join(MAP_FOLDER, "maplibre-gl.mjs");
  const bundler = await rolldown({ input: library, platform: "browser", onLog() {} });
  const { exports } = (await bundler.generate({ format: "esm" })).output[0];
  return `
    let library = {};
    if (typeof WorkerGlobalScope === "undefined") {
      ${await writeScript("maplibre-gl.mjs", "page")}
      library = page;
      library.setWorkerUrl(import.meta.url);
    } else {
      ${await writeScript("maplibre-gl-worker.mjs", "worker")}
    }
    const { ${exports.map((name, at) => `${name}: export${at}`).join(", ")} } = library;
    export { ${exports.map((name, at) => `export${at} as ${name}`).join(", ")} };
  `;
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
    return id === MAP_LIBRARY ? joinMapLibrary() : null;
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
const map = output.find((file) => file.facadeModuleId === MAP_LIBRARY);
if (map?.imports.length !== 0 || map.dynamicImports.length) throw new Error("The worker of the map loads other files");
const find = (name) => output.find((file) => file.names?.includes(name)).fileName;
const pack = {
  script: entry.fileName,
  preload: entry.imports,
  style: find("styles.css"),
  words: Object.fromEntries(LANGUAGES.map((code) => [code, find(`${code}.json`)])),
  files,
};
writeFileSync(INDEX, JSON.stringify(pack, null, 1));
