/** The balance of an account at the end of each day: steps, with the least and the most in words. */

import { fullDate, t } from "../i18n.js";
import { html } from "../preact.js";
import { money } from "./parts.js";

const WIDTH = 800;
const HEIGHT = 180;

/**
 * Return the points of the steps, and a function from an amount to its height. By value dates a balance may be under
 * nothing for some days: a payment that bears a day before that of its deposit.
 */
function layOut(days, minimum) {
  const most = Math.max(...days.map((day) => day.solde));
  const bottom = Math.min(0, ...days.map((day) => day.solde));
  const top = Math.max(1, minimum, most);
  const height = (amount) => HEIGHT - ((amount - bottom) / (top - bottom)) * (HEIGHT - 8);
  const step = WIDTH / Math.max(1, days.length);
  const points = days.flatMap((day, place) => [
    [place * step, height(day.solde)],
    [(place + 1) * step, height(day.solde)],
  ]);
  return { points: points.map((point) => point.map((one) => one.toFixed(1)).join(",")).join(" "), height, most };
}

export function BalanceChart({ days, minimum }) {
  if (!days.length) return html`<p class="doux">${t("tresorerie.calme")}</p>`;
  const { points, height, most } = layOut(days, minimum);
  const last = days[days.length - 1];
  const words = t("tresorerie.courbe", {
    debut: fullDate(days[0].date),
    fin: fullDate(last.date),
    premier: money(days[0].solde),
    dernier: money(last.solde),
    haut: money(most),
  });
  const floor =
    minimum > 0 && html`<line class="plancher" x1="0" x2=${WIDTH} y1=${height(minimum)} y2=${height(minimum)} />`;
  return html`
    <figure class="courbe">
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${words}>
        <polygon points=${`0,${height(0)} ${points} ${WIDTH},${height(0)}`} />
        <polyline points=${points} />
        ${floor}
      </svg>
      <figcaption class="doux petit">
        ${words}${minimum > 0 && ` ${t("tresorerie.plancher", { montant: money(minimum) })}`}
      </figcaption>
    </figure>
  `;
}
