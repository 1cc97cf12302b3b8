// What the scripts of console.html define, and the map library, which is loaded by its address.

declare var preact: typeof import("preact");
declare var preactHooks: typeof import("preact/hooks");
declare var preactSignals: typeof import("@preact/signals");
declare var htm: typeof import("htm").default;

declare module "*/maplibre-gl.mjs" {
  export * from "maplibre-gl";
}
