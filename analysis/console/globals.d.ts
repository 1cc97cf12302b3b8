// What the scripts of console.html define, and the libraries of map and charts, which are loaded by their addresses.

declare var preact: typeof import("preact");
declare var preactHooks: typeof import("preact/hooks");
declare var preactSignals: typeof import("@preact/signals");
declare var htm: typeof import("htm").default;

declare module "*/uPlot.esm.js" {
  export { default } from "uplot";
}

declare module "*/maplibre-gl.mjs" {
  export * from "maplibre-gl";
}
