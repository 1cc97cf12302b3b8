/** The head of one thing of a page: the way back to the list, and its title or what can be done. */

import { Icon } from "../components/icon.js";
import { html } from "../preact.js";
import { setView } from "../state/view.js";

const backToList = () => setView({ element: null });

export const BackHeader = ({ label, onBack = backToList, children }) => html`
  <div class="fil">
    <button type="button" class="lien" onClick=${onBack}>
      <${Icon} name="back" />${label}
    </button>
    ${children}
  </div>
`;
