/** The whole page: the map, what lies over it, and the sign-in. */

import { Card } from "./cards/card.js";
import { Notice } from "./components/notice.js";
import { PageFrame } from "./components/page-frame.js";
import { PickBar } from "./components/pick-bar.js";
import { MapView } from "./map/map-view.js";
import { html, signal } from "./preact.js";
import { Results } from "./results/results.js";
import { OpenView } from "./saved/open-view.js";
import { isDrawerOpen } from "./sidebar/drawer.js";
import { Sidebar } from "./sidebar/sidebar.js";

/** Somebody who may work is signed in: the panels are shown. */
export const isOpen = signal(false);

/** Show the map, and the panels once somebody is signed in. The drawer of a phone covers all but itself. */
export function App() {
  const panels = () => html`<${Notice} /><${OpenView} /><${Results} /><${Card} /><${PageFrame} /><${PickBar} />`;
  return html`
    ${isOpen.value && html`<${Sidebar} />`}
    <main class="scene" inert=${isDrawerOpen.value}>
      <${MapView} isOpen=${isOpen.value} />
      ${isOpen.value && panels()}
    </main>
  `;
}
