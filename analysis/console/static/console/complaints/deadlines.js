/** Which complaints are late or nearly so, as filters of the API. */

/** Return a day so many days from today, as the API takes it. */
export function findDay(days) {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** What a choice of the deadline means to the API. */
export const DEADLINES = {
  "": () => ({}),
  retard: () => ({ ouverte: true, suspendue: false, echeanceFin: findDay(-1) }),
  semaine: () => ({ ouverte: true, suspendue: false, echeanceDebut: findDay(0), echeanceFin: findDay(7) }),
  suspendue: () => ({ suspendue: true }),
};
