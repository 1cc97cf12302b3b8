/** Return a function that runs `work` only after `wait` milliseconds without another call. */
export function debounce(work, wait) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), wait);
  };
}
