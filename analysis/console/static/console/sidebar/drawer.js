/** The sidebar as a drawer on a phone: opened by a button over the map. */

import { signal } from "../preact.js";

export const isDrawerOpen = signal(false);

export function openDrawer() {
  isDrawerOpen.value = true;
}

export function closeDrawer() {
  isDrawerOpen.value = false;
}
