/** Cases: written one by one by who may write, read with a purpose by who may read. */

import { Done } from "../components/feedback.js";
import { t } from "../i18n.js";
import { html, useEffect, useSignal } from "../preact.js";
import { may } from "../server/session.js";
import { CaseForm } from "./case-form.js";
import { CaseList, forgetReading } from "./case-list.js";
import { READ_CASES, WRITE } from "./case-words.js";

export function CasesPage() {
  const written = useSignal(0);
  useEffect(() => forgetReading, []);
  return html`
    <div class="pile">
      ${
        may(WRITE) &&
        html`
          <section class="feuille" aria-label=${t("protection.cas.saisir")}>
            <h2>${t("protection.cas.saisir")}</h2>
            ${written.value > 0 && html`<${Done} text=${t("protection.cas.saisi")} />`}
            <${CaseForm} key=${written.value} onDone=${() => (written.value += 1)} />
          </section>
        `
      }
      ${may(READ_CASES) && html`<${CaseList} />`}
    </div>
  `;
}
