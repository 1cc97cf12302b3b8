/** The sidebar as a drawer on a phone: opened by a button over the map. */

import { computed, effect, signal } from "../preact.js";
import { view } from "../state/view.js";

export const isDrawerOpen = signal(false);

export function openDrawer() {
  isDrawerOpen.value = true;
}

export function closeDrawer() {
  isDrawerOpen.value = false;
}

// A link or the back button leads elsewhere: the drawer does not lie over what was asked for.
const place = computed(() => [view.value.vue, view.value.fiche, view.value.element].join());
effect(() => {
  if (place.value) closeDrawer();
});
