/** What the user was told: how much of it is unread, and the newest of it. */

import { signal } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";

const MOST_NOTICES = 30;
const LOOK = 60_000; // milliseconds between looks, while the page is looked at
const SOON = 2_000; // milliseconds

/** How much is unread; null: it was asked for without an answer, and never known before. */
export const unread = signal(/** @type {number | null} */ (0));
let isKnown = false;
export const notices = createLoader();

/** Ask how much is unread. A look that fails says nothing: the next one does. */
async function look() {
  if (document.hidden) return;
  try {
    unread.value = (await api.getJson("/notifications/unread-count")).count;
    isKnown = true;
  } catch (error) {
    if (!error.kind && error.name !== "AbortError") throw error;
    if (error.kind === "offline" && !isKnown) unread.value = null;
  }
}

/** Look once what the page shows had its turn: with the connection all is asked for at once. */
const lookSoon = () => setTimeout(look, SOON);

/** Look now and then; returns the function that stops it. */
export function startLooking() {
  look();
  const timer = setInterval(look, LOOK);
  document.addEventListener("visibilitychange", look);
  addEventListener("online", lookSoon);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
    removeEventListener("online", lookSoon);
  };
}

/** Return whether what a notification asked for is done, whoever did it. */
export const isSettled = ({ data }) => Boolean(data?.regle);

/** Put what is unread and asks for something before what only tells: the newest first in both. */
function sortNotices(found) {
  const isUrgent = ({ isRead, type }) => !isRead && ["warning", "error"].includes(type);
  return [...found].sort((one, other) => Number(isUrgent(other)) - Number(isUrgent(one)));
}

export const loadNotices = () =>
  notices.load(
    async (signal) => {
      const answer = await api.getJson("/notifications", { limit: MOST_NOTICES }, signal);
      unread.value = answer.unreadCount;
      isKnown = true;
      return sortNotices(answer.data);
    },
    { keep: true },
  );

const markHere = (isMarked) => {
  const now = new Date().toISOString();
  const mark = (one) => (isMarked(one) && !one.isRead ? { ...one, isRead: true, readAt: now } : one);
  if (notices.value) notices.answer.value = notices.value.map(mark);
};

/** Mark one as read. */
export async function markRead(notice) {
  if (notice.isRead) return;
  markHere(({ id }) => id === notice.id);
  unread.value = Math.max(0, (unread.value ?? 0) - 1);
  await api.post(`/notifications/${notice.id}/read`);
}

export async function markAllRead() {
  await api.post("/notifications/read-all");
  markHere(() => true);
  unread.value = 0;
}
