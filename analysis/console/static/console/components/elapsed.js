/** How long ago something was, in days of the calendar. */

const DAY = 86_400_000; // milliseconds

/** Count the days of the calendar since a moment: two of one day are as long ago. */
export function countDays(moment) {
  const [then, now] = [new Date(moment), new Date()].map((day) => day.setHours(0, 0, 0, 0));
  return Math.round((now - then) / DAY);
}
